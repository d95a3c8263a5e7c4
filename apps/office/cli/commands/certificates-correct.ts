import { openCertificates } from '@naic/house/open-certificates.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import {
  type CorrectionPlan,
  correctCertificate,
  type NotCorrected,
  planCorrection,
} from '@naic/registry/issuing/correct-certificate.ts'
import { checkHolder } from '#orders/read-orders.ts'
import { confirmed, type Switches } from '../ask.ts'
import type { Run } from '../command-run.ts'
import { type Commands, givenId, PersonalOption } from '../command.ts'

/** A misspelt name on a certificate. */
export const commands: Commands = {
  'certificates correct': {
    summary: 'takes back a certificate with a wrong name and issues the right one, in one step',
    examples: [
      'certificates correct NAIC25A7K2M --name -',
      'certificates correct NAIC25A7K2M --name "Asha Rao" --yes',
    ],
    define: (line, run) =>
      line
        .argument('<id>', 'of the one with the wrong name, as people write it', givenId)
        .addOption(new PersonalOption('--name <name>', 'the right name').makeOptionMandatory())
        .option('--dry-run', 'says what would happen, and does nothing')
        .option('--yes', 'asks nothing; needed where nobody can be asked')
        .action((id: string, options: Switches & { name: string }) => correct(run, id, options)),
  },
}

async function correct(
  run: Run,
  id: string,
  { name, ...switches }: Switches & { name: string },
): Promise<void> {
  const checked = checkHolder(name)
  if (!checked.ok) return run.fail(printable(`The name ${checked.reason}.`), 2)
  const { holder } = checked
  const config = run.settings()
  await using opened = await openCertificates(config)
  const { registry } = opened
  const plan = await planCorrection(registry, id, holder)
  if (plan.state !== 'planned') return sayWhyNot(run, id, plan)
  const mayCorrect = await confirmed(run, switches, {
    shown: describe(plan),
    question: 'Nothing brings the old one back. Correct it?',
    nothing: 'Nothing was corrected',
  })
  if (!mayCorrect) return
  const done = await correctCertificate(registry, id, holder, (transaction, newId) => {
    const deed = { did: 'certificates correct', subject: id, detail: `now ${newId}` } as const
    return enterDeed(transaction, config.account, deed, new Date())
  })
  if (done.state !== 'done') return sayWhyNot(run, id, done)
  run.print(`${id} is revoked, and ${done.id} is issued in its place: ${done.address}`)
  if (done.hasLetter) run.say('A letter to the holder goes out.')
}

function describe({ id, facts, order, letterBefore, letter }: CorrectionPlan): string {
  const { holder, domain, duration, verifiedOn } = facts
  const held =
    letterBefore === 'waiting'
      ? ['The letter that tells of it has not left, and is held back.']
      : []
  const told = letter
    ? `One letter to ${letter.to.address} has the new certificate, and says that the old one is withdrawn.`
    : 'The holder cannot be told: no address of theirs is known.'
  return [
    `${id}: ${holder}, ${domain}, ${duration}, verified on ${verifiedOn}`,
    `It is revoked, and another is issued that says the same of ${order.holder}.`,
    ...held,
    told,
  ]
    .map(printable)
    .join('\n')
}

/** Asked for once more, it was done: a script may go on. */
function sayWhyNot(run: Run, id: string, why: NotCorrected): void {
  if (why.state === 'corrected' && why.isSo) {
    return run.print(`${id} was corrected before: ${why.by} says that name.`)
  }
  run.fail(`${printable(sentences(id, why))} Nothing was done.`)
}

function sentences(id: string, why: NotCorrected): string {
  switch (why.state) {
    case 'unknown':
      return `There is no certificate ${id}.`
    case 'erased':
      return `${id} was erased.`
    case 'unreadable':
      return `${id} is not as it was signed: "log verify" says what is wrong.`
    case 'void':
      return `${id} is void, since its key was revoked: issue it again under its reference.`
    case 'same':
      return `${id} has that name.`
    case 'corrected':
      return `${id} was corrected before, with another name: correct ${why.by}.`
    case 'revoked':
      return `${id} was revoked at ${why.at}: issue another.`
  }
}
