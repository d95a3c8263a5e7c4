import { InvalidArgumentError, Option } from 'commander'
import { openStored } from '@naic/house/storage.ts'
import type { Database } from '@naic/store/database/database.ts'
import { timeInIndia } from '@naic/store/sheets/indian-day.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import { everyRole, type Role, whatDoes } from '#staff/roles.ts'
import {
  addMember,
  endMember,
  findMember,
  invitationAt,
  inviteAgain,
  listStaff,
  readStaffName,
  type StaffMember,
  stateOf,
} from '#staff/staff.ts'
import type { AddCommands, Agreement, Run } from '../command-run.ts'
import { yes } from '../options.ts'
import { type Column, type Format, printRows } from '../print.ts'

/** Who works at the desk: the first of them, and what is done in need. Managers do the rest there. */
export const add: AddCommands = (program, run) => {
  const staff = program.command('staff').description('who works at the desk, and their invitations')

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

  staff
    .command('invite')
    .description('invites somebody again, for a passkey that is lost or another device')
    .argument('<name>', 'as "staff list" has it')
    .option(
      '--forget-passkeys',
      'for a device in other hands: those before count no more, and what is open by them ends',
    )
    .addHelpText('after', '\nExample: council staff invite "Nandini Rao" --forget-passkeys')
    .action((name: string, { forgetPasskeys = false }: { forgetPasskeys?: boolean }) =>
      invite(run, async (database, by) => {
        const member = await findMember(database, name)
        if (!member) return nobody(name)
        return inviteAgain(database, member.id, { ...by, forgetsPasskeys: forgetPasskeys })
      }),
    )

  staff
    .command('end')
    .description('keeps somebody out at once, for good: what is open ends, and no passkey counts')
    .argument('<name>', 'as "staff list" has it')
    .option(...yes)
    .addHelpText('after', '\nExample: council staff end "Nandini Rao" --yes')
    .action((name: string, agreement: Agreement) => end(run, name, agreement))
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

const roles = `\nRoles, all of which read:\n${everyRole.map((role) => `  ${role.padEnd(9)} ${whatDoes(role)}`).join('\n')}`

const columns: readonly Column<StaffMember>[] = [
  { key: 'name', title: 'Name', of: ({ name }) => name },
  { key: 'roles', title: 'Roles', of: (member) => member.roles.join(', ') },
  { key: 'state', title: 'State', of: (member) => stateOf(member, new Date()) },
  { key: 'passkeys', title: 'Passkeys', of: ({ passkeys }) => passkeys },
  { key: 'came_in_at', title: 'Came in', of: ({ cameInAt }) => cameInAt, kind: 'time' },
  { key: 'added_at', title: 'Since', of: ({ addedAt }) => addedAt, kind: 'time' },
]

const nobody = (typed: string) => ({
  state: 'refused' as const,
  detail: `There is nobody called ${typed}. "staff list" has everybody.`,
})

type By = Parameters<typeof endMember>[2]

async function invite(
  run: Run,
  act: (database: Database, by: By) => ReturnType<typeof addMember>,
): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const invitation = await act(stored.database, { who: config.account, now: new Date() })
  if (invitation.state === 'refused') return run.fail(printable(invitation.detail))
  run.print(invitationAt(config.deskUrl, invitation))
  run.say(
    `Give this address to ${printable(invitation.name)} and to nobody else, by a way that you trust. It is good once, until ${timeInIndia(invitation.goodUntil)}.`,
  )
}

async function end(run: Run, typed: string, agreement: Agreement): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const { database } = stored
  const member = await findMember(database, typed)
  if (!member) return run.fail(printable(nobody(typed).detail))
  const name = printable(member.name)
  const shown = `${name}, ${member.roles.join(', ')}: what they have open ends at once, and no passkey of theirs counts again.`
  if (!run.isAgreed(agreement, 'Nothing was done', shown)) return
  const ended = await endMember(database, member.id, { who: config.account, now: new Date() })
  if ('detail' in ended) run.fail(printable(ended.detail))
  else run.print(`${name} has left the desk. "staff add" lets them begin anew.`)
}
