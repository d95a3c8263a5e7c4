import { type Command, InvalidArgumentError, Option } from 'commander'
import { openStored } from '@naic/house/storage.ts'
import type { Database } from '@naic/store/database/database.ts'
import { timeInIndia } from '@naic/store/sheets/indian-day.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import { everyRole, type Role, whatRolesDo } from '#staff/roles.ts'
import {
  addMember,
  endMember,
  findMember,
  invitationAt,
  inviteAgain,
  liftSuspension,
  listStaff,
  readStaffName,
  setRoles,
  type StaffMember,
  stateOf,
  suspend,
} from '#staff/staff.ts'
import type { AddCommands } from '../command-line.ts'
import type { Run, Switches } from '../command-run.ts'
import { type Column, type Format, printRows } from '../print.ts'

/** Who works at the desk that is served to the staff: the first of them, and what is done in need. */
export const add: AddCommands = (program, run) => {
  const staff = program.command('staff').description('who works at the desk, and their invitations')
  const named = (command: Command) => command.argument('<name>', 'as "staff list" has it')
  const asked = (command: Command) =>
    named(command)
      .option('--dry-run', 'says who it is, and does nothing')
      .option('--yes', 'asks nothing; needed where nobody can be asked')

  staff
    .command('list')
    .description('who works at the desk, what they may do, and when they last came in')
    .option('--json', 'for programs: a list of objects')
    .addHelpText('after', '\nExample: council staff list')
    .action(async (format: Format) => {
      await using stored = await openStored(run.settings())
      const members = await listStaff(stored.database)
      printRows(run, members, columns, format)
      if (members.length === 0) run.say('Nobody was added yet.')
    })

  staff
    .command('add')
    .description('lets somebody work at the desk: prints an invitation, good once within a day')
    .argument('<name>', 'as the journal will name them')
    .addOption(roleOption())
    .addHelpText('after', `\nExample: council staff add "Nandini Rao" --role reviewer\n${roles}`)
    .action((name: string, { role }: { role: Role[] }) =>
      invite(run, async (database, by) => {
        const read = readStaffName(name)
        if ('refusal' in read) return { state: 'refused', detail: read.refusal }
        return addMember(database, { name: read.name, roles: role }, by)
      }),
    )

  named(staff.command('invite'))
    .description('invites somebody again, for a passkey that is lost or another device')
    .option(
      '--forget-passkeys',
      'for a device in other hands: those before count no more, and what is open by them ends',
    )
    .addHelpText('after', '\nExample: council staff invite "Nandini Rao" --forget-passkeys')
    .action((name: string, { forgetPasskeys = false }: { forgetPasskeys?: boolean }) =>
      invite(run, async (database, by) => {
        const member = await findMember(database, name)
        if (!member) return { state: 'refused', detail: nobody(name) }
        return inviteAgain(database, member.id, { ...by, forgetsPasskeys: forgetPasskeys })
      }),
    )

  named(staff.command('role'))
    .description('what somebody may do, in place of what they could, from their next request on')
    .addOption(roleOption())
    .addHelpText('after', `\nExample: council staff role "Nandini Rao" --role issuer\n${roles}`)
    .action((name: string, { role }: { role: Role[] }) =>
      change(run, name, {
        act: (database, id, by) => setRoles(database, id, role, by),
        done: (who) => `${who} is ${role.join(' and ')} now.`,
      }),
    )

  asked(staff.command('suspend'))
    .description('ends what somebody has open, at once, and keeps them out')
    .option('--lift', 'lets them in again, with the passkeys that they had')
    .addHelpText('after', '\nExample: council staff suspend "Nandini Rao"')
    .action((name: string, { lift, ...switches }: Switches & { lift?: true }) =>
      lift
        ? change(run, name, { act: liftSuspension, done: (who) => `${who} may come in again.` })
        : change(run, name, {
            switches,
            asks: 'what they have open ends at once. Keep them out?',
            act: suspend,
            done: (who) => `${who} is kept out. "staff suspend --lift" lets them in again.`,
          }),
    )

  asked(staff.command('end'))
    .description('for somebody who leaves: as "suspend", and their passkeys never count again')
    .addHelpText('after', '\nExample: council staff end "Nandini Rao"')
    .action((name: string, switches: Switches) =>
      change(run, name, {
        switches,
        asks: 'what they have open ends at once, and no passkey of theirs counts again. End it?',
        act: endMember,
        done: (who) => `${who} has left the desk. "staff add" lets them begin anew.`,
      }),
    )
}

/** A role, once or several times. */
const roleOption = () =>
  new Option('--role <role>', `${everyRole.join(', ')}; once for each that they have`)
    .argParser((typed: string, before: Role[] = []) => {
      const role = everyRole.find((one) => one === typed)
      if (!role) throw new InvalidArgumentError(`It is one of ${everyRole.join(', ')}.`)
      return before.includes(role) ? before : [...before, role]
    })
    .makeOptionMandatory()

const roles = `\nRoles, all of which read:\n${everyRole.map((role) => `  ${role.padEnd(9)} ${whatRolesDo[role]}`).join('\n')}`

const columns: readonly Column<StaffMember>[] = [
  { key: 'name', title: 'Name', of: ({ name }) => name },
  { key: 'roles', title: 'Roles', of: (member) => member.roles.join(', ') },
  { key: 'state', title: 'State', of: (member) => stateOf(member, new Date()) },
  { key: 'passkeys', title: 'Passkeys', of: ({ passkeys }) => passkeys },
  { key: 'came_in_at', title: 'Came in', of: ({ cameInAt }) => cameInAt, kind: 'time' },
  { key: 'added_at', title: 'Since', of: ({ addedAt }) => addedAt, kind: 'time' },
]

const nobody = (typed: string) => `There is nobody called ${typed}.`

type By = Parameters<typeof endMember>[2]
type Refused = { state: 'refused'; detail: string }

async function invite(
  run: Run,
  act: (database: Database, by: By) => Promise<Awaited<ReturnType<typeof addMember>> | Refused>,
): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const invitation = await act(stored.database, { who: config.account, now: new Date() })
  if (invitation.state === 'refused') {
    return run.fail(`${printable(invitation.detail)} "staff list" has everybody.`)
  }
  run.print(invitationAt(config.deskUrl, invitation))
  run.say(
    `Give this address to ${printable(invitation.name)} and to nobody else, by a way that you trust. It is good once, until ${timeInIndia(invitation.goodUntil)}.`,
  )
}

async function change(
  run: Run,
  typed: string,
  to: {
    switches?: Switches
    /** What is asked before, if it is. */
    asks?: string
    act: (database: Database, id: string, by: By) => Promise<{ state: string } | Refused>
    done: (who: string) => string
  },
): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const member = await findMember(stored.database, typed)
  if (!member) return run.fail(`${printable(nobody(typed))} "staff list" has everybody.`)
  const name = printable(member.name)
  const question = `${name}, ${member.roles.join(', ')}: ${to.asks}`
  if (
    to.asks &&
    !(await run.confirmed(to.switches ?? {}, { question, nothing: 'Nothing was done' }))
  )
    return
  const answer = await to.act(stored.database, member.id, { who: config.account, now: new Date() })
  if ('detail' in answer) run.fail(printable(answer.detail))
  else run.print(to.done(name))
}
