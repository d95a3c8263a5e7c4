import type { Config } from '@naic/installation/config.ts'
import { enterDeed } from '@naic/platform/journal/journal.ts'
import { openCertificates } from '@naic/installation/open-certificates.ts'
import {
  findLetterToHolder,
  planRevocation,
  type RevocationPlan,
  type RevocationReason,
  revocationReasons,
  revokeCertificate,
  type RevokedBefore,
  withdrawalLetter,
} from '@naic/registry/issuing/revoke-certificate.ts'
import type { Registry } from '@naic/registry/registry.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import { type Command, givenId } from '../command.ts'
import type { Run } from '../command-run.ts'
import { mayRemove } from '../ask.ts'

type Switches = { letter: boolean; dryRun?: true; yes?: true }

const reasons = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  revocationReasons.map((reason) => `"${reason}"`),
)

export const command: Command = {
  summary: 'takes a certificate back for good, and tells its holder; the reason stays here',
  examples: [
    `certificates revoke NAIC25A7K2M "${revocationReasons[1]}"`,
    `certificates revoke NAIC25A7K2M "${revocationReasons[0]}" --no-letter --yes`,
  ],
  define: (line, run) =>
    line
      .argument('<id>', 'its ID, as people write it', givenId)
      .argument('[reason...]', `one of ${reasons}`)
      .option('--no-letter', 'does not tell the holder')
      .option('--dry-run', 'says what would happen, and does nothing')
      .option('--yes', 'asks nothing; needed where nobody can be asked')
      .action((id: string, words: string[], switches: Switches) =>
        revoke(run, run.settings(), id, words.join(' '), switches),
      ),
}

async function revoke(
  run: Run,
  config: Config,
  id: string,
  text: string,
  switches: Switches,
): Promise<void> {
  const reason = revocationReasons.find((one) => one === text)
  if (!reason) {
    run.say(`The reason must be ${reasons}, not "${printable(text)}".`)
    run.exitCode = 2
    return
  }
  const { registry, close } = await openCertificates(config)
  try {
    const plan = await planRevocation(registry, id)
    if (plan.state !== 'planned') return sayBefore(run, id, plan)
    if (await mayRemove(run, describe(plan, switches), switches, 'Revoke')) {
      await carryOut(run, registry, plan, reason, { ...switches, account: config.account })
    }
  } finally {
    await close()
  }
}

function describe({ id, facts, letter, address }: RevocationPlan, switches: Switches): string {
  const of = facts
    ? `${facts.holder}, ${facts.domain}, ${facts.duration}, verified on ${facts.verifiedOn}`
    : 'what it says cannot be read any more'
  const held =
    letter === 'waiting' ? ['The letter that tells of it has not left, and is held back.'] : []
  return [printable(`${id}: ${of}`), ...held, told(switches, facts && address)].join('\n')
}

function told({ letter }: Switches, address: string | undefined): string {
  if (!letter) return 'The holder is not told.'
  if (address === undefined) return 'The holder cannot be told: no address of theirs is known.'
  return printable(`A letter to ${address} says that it was withdrawn, and not why.`)
}

async function carryOut(
  run: Run,
  registry: Registry,
  plan: RevocationPlan,
  reason: RevocationReason,
  { letter, account }: Switches & { account: string },
): Promise<void> {
  const { database } = registry
  const { id } = plan
  const now = new Date()
  const deed = { did: 'certificates revoke', subject: id, detail: reason }
  const letters = letter ? withdrawalLetter(registry, plan, now) : []
  const also = [...letters, enterDeed(database, account, deed, now)]
  const result = await revokeCertificate(registry, id, reason, also)
  if (result.state !== 'revoked') return sayBefore(run, id, result)
  run.print(`${id} is revoked.`)
  const own = await findLetterToHolder(database, id)
  if (own?.state === 'held back') run.say('The letter that tells of it is held back.')
  if (letters.length > 0) run.say(`A letter to the holder goes out.`)
}

function sayBefore(run: Run, id: string, before: RevokedBefore): void {
  if (before.state === 'already') {
    run.print(printable(`${id} was revoked at ${before.at} already: ${before.reason}.`))
    return
  }
  run.say(`There is no certificate ${id}.`)
  run.exitCode = 1
}
