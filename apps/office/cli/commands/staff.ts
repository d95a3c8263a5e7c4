import { InvalidArgumentError, Option } from 'commander'
import { openStored } from '@naic/house/storage.ts'
import type { Config } from '@naic/house/config.ts'
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
import { confirmed, type Switches } from '../ask.ts'
import type { Run } from '../command-run.ts'
import type { Commands } from '../command.ts'
import { addFormats, type Column, type Formats, printRows } from '../print.ts'

/** A role, once or several times. */
const roleOption = () =>
  new Option('--role <role>', `${everyRole.join(', ')}; once for each that they have`)
    .argParser((typed: string, before: Role[] = []) => {
      const role = everyRole.find((one) => one === typed)
      if (!role) throw new InvalidArgumentError(`It is one of ${everyRole.join(', ')}.`)
      return before.includes(role) ? before : [...before, role]
    })
    .makeOptionMandatory()

/** Who works at the desk that is served to the staff, and what they may do there. */
export const commands: Commands = {
  'staff list': {
    summary: 'who works at the desk, what they may do, and when they last came in',
    examples: ['staff list', 'staff list --json'],
    define: (line, run) => addFormats(line).action((formats: Formats) => list(run, formats)),
  },

  'staff add': {
    summary: 'lets somebody work at the desk: prints an invitation, good once within a day',
    examples: [
      'staff add "Nandini Rao" --role reviewer',
      'staff add "Kabir Shah" --role issuer --role keeper',
    ],
    define: (line, run) =>
      line
        .argument('<name>', 'as the journal will name them')
        .addOption(roleOption())
        .addHelpText('after', `\n${rolesInWords}`)
        .action((name: string, { role }: { role: Role[] }) => add(run, name, role)),
  },

  'staff role': {
    summary: 'what somebody may do, in place of what they could, from their next request on',
    examples: ['staff role "Nandini Rao" --role reviewer --role issuer'],
    define: (line, run) =>
      line
        .argument('<name>', 'as "staff list" has it')
        .addOption(roleOption())
        .addHelpText('after', `\n${rolesInWords}`)
        .action((name: string, { role }: { role: Role[] }) => changeRoles(run, name, role)),
  },

  'staff suspend': {
    summary: 'ends what somebody has open, at once, and keeps them out',
    examples: ['staff suspend "Nandini Rao" --yes', 'staff suspend "Nandini Rao" --lift'],
    define: (line, run) =>
      line
        .argument('<name>', 'as "staff list" has it')
        .option('--lift', 'lets them in again, with the passkeys that they had')
        .option('--dry-run', 'says who it is, and does nothing')
        .option('--yes', 'asks nothing; needed where nobody can be asked')
        .action((name: string, options: Switches & { lift?: true }) => keepOut(run, name, options)),
  },

  'staff end': {
    summary: 'for somebody who leaves: as "suspend", and their passkeys never count again',
    examples: ['staff end "Nandini Rao" --yes'],
    define: (line, run) =>
      line
        .argument('<name>', 'as "staff list" has it')
        .option('--dry-run', 'says who it is, and does nothing')
        .option('--yes', 'asks nothing; needed where nobody can be asked')
        .action((name: string, options: Switches) => end(run, name, options)),
  },

  'staff invite': {
    summary: 'invites somebody again, for a passkey that is lost or another device',
    examples: ['staff invite "Nandini Rao"', 'staff invite "Nandini Rao" --forget-passkeys'],
    define: (line, run) =>
      line
        .argument('<name>', 'as "staff list" has it')
        .option(
          '--forget-passkeys',
          'for a device in other hands: those before count no more, and what is open by them ends',
        )
        .action((name: string, options: { forgetPasskeys?: true }) => invite(run, name, options)),
  },
}

const rolesInWords = `Roles, all of which read:\n${everyRole.map((role) => `  ${role.padEnd(9)} ${whatRolesDo[role]}`).join('\n')}`

async function list(run: Run, formats: Formats): Promise<void> {
  await using stored = await openStored(run.settings())
  const members = await listStaff(stored.database)
  await printRows(run, members, columns, formats)
  if (members.length === 0) run.say('Nobody was added yet.')
}

const columns: readonly Column<StaffMember>[] = [
  { key: 'name', title: 'Name', of: ({ name }) => name },
  { key: 'roles', title: 'Roles', of: ({ roles }) => roles.join(', ') },
  { key: 'state', title: 'State', of: (member) => stateOf(member, new Date()) },
  { key: 'passkeys', title: 'Passkeys', of: ({ passkeys }) => passkeys },
  { key: 'came_in_at', title: 'Came in', of: ({ cameInAt }) => cameInAt, kind: 'time' },
  { key: 'added_at', title: 'Since', of: ({ addedAt }) => addedAt, kind: 'time' },
]

async function add(run: Run, typed: string, roles: Role[]): Promise<void> {
  const config = run.settings()
  const read = readStaffName(typed)
  if ('refusal' in read) return run.fail(read.refusal)
  await using stored = await openStored(config)
  const invitation = await addMember(stored.database, { name: read.name, roles }, by(config))
  if (invitation.state === 'refused') {
    return run.fail(`${printable(invitation.detail)} "staff list" has everybody.`)
  }
  tellInvitation(run, config.deskUrl, invitation)
}

async function changeRoles(run: Run, typed: string, roles: Role[]): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const member = await memberAsked(run, stored, typed)
  if (!member) return
  const answer = await setRoles(stored.database, member.id, roles, by(config))
  if (answer.state === 'refused') return run.fail(printable(answer.detail))
  run.print(`${printable(member.name)} is ${roles.join(' and ')} now.`)
}

async function keepOut(
  run: Run,
  typed: string,
  { lift, ...switches }: Switches & { lift?: true },
): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const member = await memberAsked(run, stored, typed)
  if (!member) return
  const name = printable(member.name)
  if (lift) {
    const answer = await liftSuspension(stored.database, member.id, by(config))
    if (answer.state === 'refused') return run.fail(printable(answer.detail))
    run.print(`${name} may come in again.`)
    return
  }
  const maySuspend = await confirmed(run, switches, {
    shown: `${name}, ${member.roles.join(', ')}: what they have open ends at once.`,
    question: 'Keep them out?',
    nothing: 'Nobody was suspended',
  })
  if (!maySuspend) return
  const answer = await suspend(stored.database, member.id, by(config))
  if (answer.state === 'refused') return run.fail(printable(answer.detail))
  run.print(`${name} is kept out. "staff suspend --lift" lets them in again.`)
}

async function end(run: Run, typed: string, switches: Switches): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const member = await memberAsked(run, stored, typed)
  if (!member) return
  const name = printable(member.name)
  const mayEnd = await confirmed(run, switches, {
    shown: `${name}, ${member.roles.join(', ')}: what they have open ends at once, and no passkey of theirs counts again.`,
    question: 'End their work at the desk?',
    nothing: 'Nobody was ended',
  })
  if (!mayEnd) return
  const answer = await endMember(stored.database, member.id, by(config))
  if (answer.state === 'refused') return run.fail(printable(answer.detail))
  run.print(`${name} has left the desk. "staff add" lets them begin anew.`)
}

async function invite(
  run: Run,
  typed: string,
  { forgetPasskeys = false }: { forgetPasskeys?: boolean },
): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const member = await memberAsked(run, stored, typed)
  if (!member) return
  const how = { ...by(config), forgetsPasskeys: forgetPasskeys }
  const invitation = await inviteAgain(stored.database, member.id, how)
  if (invitation.state === 'refused') {
    return run.fail(printable(invitation.detail))
  }
  tellInvitation(run, config.deskUrl, invitation)
}

const by = ({ account }: Config) => ({ who: account, now: new Date() })

async function memberAsked(
  run: Run,
  { database }: Awaited<ReturnType<typeof openStored>>,
  typed: string,
): Promise<StaffMember | undefined> {
  const member = await findMember(database, typed)
  if (!member) run.fail(`There is nobody called ${printable(typed)}: "staff list" has everybody.`)
  return member
}

function tellInvitation(
  run: Run,
  deskUrl: string,
  invitation: Parameters<typeof invitationAt>[1],
): void {
  const { name, goodUntil } = invitation
  run.print(invitationAt(deskUrl, invitation))
  run.say(
    `Give this address to ${printable(name)} and to nobody else, by a way that you trust. It is good once, until ${timeInIndia(goodUntil)}.`,
  )
}
