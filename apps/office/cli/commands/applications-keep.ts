import { type Command as CommandLine, Argument } from 'commander'
import type { KeptAnswer, KeptAsked } from '@naic/admissions/applications/keep-fact.ts'
import {
  keptFacts,
  keptInWords,
  type Receipt,
  receipts,
  scores,
  whatWasSent,
} from '@naic/admissions/applications/kept-facts.ts'
import { keepAndRedirect } from '@naic/admissions/letters/correct-address.ts'
import { openStored } from '@naic/house/storage.ts'
import { daySamples, todayInIndia } from '@naic/store/sheets/indian-day.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import type { Run } from '../command-run.ts'
import { type Commands, givenText, laterLetters, oneOf, PersonalOption } from '../command.ts'
import { failWithoutOne } from '../print.ts'

/** What the office keeps of one application beside its status. No applicant is told. */
export const commands: Commands = {
  'applications tag': {
    summary: 'a word by which applications are found, such as "call back"',
    examples: [
      'applications tag NAIC-7F3K-92QD "call back"',
      'applications tag NAIC-7F3K-92QD "call back" --remove',
    ],
    define: (line, run) =>
      ofOne(line)
        .argument('<tag>', 'a word or a few; capitals do not matter', givenText)
        .option('--remove', 'takes it away')
        .action((asked: string, tag: string, { remove }: Removal) =>
          keep(run, asked, remove ? { fact: 'tags', remove: tag } : { fact: 'tags', add: tag }),
        ),
  },

  'applications assign': {
    summary: 'who of the staff has an application',
    examples: [
      'applications assign NAIC-7F3K-92QD "Nandini Rao"',
      'applications assign NAIC-7F3K-92QD --nobody',
    ],
    define: (line, run) =>
      ofOne(line)
        .argument('[who]', 'as you call each other', givenText)
        .option('--nobody', 'nobody has it any more')
        .action((asked: string, who: string | undefined, { nobody }: { nobody?: true }) => {
          const to = oneOf(line, who, nobody, 'a name or --nobody')
          return keep(run, asked, { fact: 'assignee', to })
        }),
  },

  'applications score': {
    summary: `a score of ${scores[0]} to ${scores.at(-1)}`,
    examples: ['applications score NAIC-7F3K-92QD 4', 'applications score NAIC-7F3K-92QD --none'],
    define: (line, run) =>
      ofOne(line)
        .addArgument(new Argument('[score]', 'the more the better').choices(scores.map(String)))
        .option('--none', 'takes it away')
        .action((asked: string, score: string | undefined, { none }: { none?: true }) => {
          const to = oneOf(line, score, none, 'a score or --none')
          return keep(run, asked, { fact: 'score', to })
        }),
  },

  'applications correct-name': {
    summary: 'the name for letters and certificates, where the applicant mistyped it',
    examples: [
      'applications correct-name NAIC-7F3K-92QD --to -',
      'applications correct-name NAIC-7F3K-92QD --as-sent',
    ],
    define: (line, run) =>
      ofOne(line)
        .addOption(new PersonalOption('--to <name>', 'the right name'))
        .option('--as-sent', 'takes the correction back')
        .addHelpText('after', `\n${ofName}`)
        .action((asked: string, { to, asSent }: { to?: string; asSent?: true }) =>
          keep(run, asked, {
            fact: 'name',
            to: oneOf(line, to, asSent, '--to or --as-sent'),
          }),
        ),
  },

  'applications correct-email': {
    summary: 'the address for letters and certificates, where the applicant mistyped it',
    examples: [
      'applications correct-email NAIC-7F3K-92QD --to -',
      'applications correct-email NAIC-7F3K-92QD --as-sent',
    ],
    define: (line, run) =>
      ofOne(line)
        .addOption(new PersonalOption('--to <address>', 'the right address'))
        .option('--as-sent', 'takes the correction back')
        .addHelpText('after', `\n${laterLetters}`)
        .action((asked: string, { to, asSent }: { to?: string; asSent?: true }) =>
          keep(run, asked, {
            fact: 'email',
            to: oneOf(line, to, asSent, '--to or --as-sent'),
          }),
        ),
  },

  'applications received': {
    summary: "that an applicant's tasks or fee came in",
    examples: [
      'applications received NAIC-7F3K-92QD fee --on 14-03-2026 --reference "UTR 4711"',
      'applications received NAIC-7F3K-92QD tasks',
      'applications received NAIC-7F3K-92QD fee --remove',
    ],
    define: (line, run) =>
      ofOne(line)
        .addArgument(new Argument('<what>', 'what came in').choices(receipts))
        .option('--on <day>', `when, such as ${daySamples}; today, if left out`, givenText)
        .option('--reference <reference>', 'such as the number of the payment', givenText)
        .option('--remove', 'takes it away')
        .action((asked: string, fact: Receipt, options: Removal & Came) => {
          const { on = todayInIndia(), reference, remove } = options
          return keep(run, asked, { fact, to: remove ? null : { on, reference } })
        }),
  },
}

const ofName = `What the applicant sent stays as it is, and is shown beside. A certificate that is out already is not
changed: docs/commands.md says how it is issued again.`

type Removal = { remove?: true }
type Came = { on?: string; reference?: string }

const ofOne = (line: CommandLine) =>
  line.argument('<reference>', 'its reference as people type it, or its id')

async function keep(run: Run, asked: string, wanted: KeptAsked): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const deed = { who: config.account }
  const { kept: done, again } = await keepAndRedirect(stored.database, asked, wanted, deed)
  if (done.state === 'kept' || done.state === 'already') {
    sayKept(run, done, wanted)
    if (again > 0) run.say(`${again} ${again === 1 ? 'letter goes' : 'letters go'} out again.`)
    return
  }
  if (done.state === 'refused') {
    return run.fail(
      `${keptFacts[wanted.fact].label} ${printable(done.reason)}.\nNothing was changed.`,
    )
  }
  failWithoutOne(run, 'application', asked, done.state === 'several' ? done.others : [])
}

function sayKept(
  run: Run,
  { state, application, kept }: Extract<KeptAnswer, { state: 'kept' | 'already' }>,
  { fact }: KeptAsked,
): void {
  const now = keptInWords(kept, fact) ?? whatWasSent(application, fact) ?? 'none'
  const was = state === 'already' ? ' already. Nothing was changed' : ''
  run.say(
    printable(`${application.reference}  ${keptFacts[fact].label.toLowerCase()}: ${now}${was}.`),
  )
}
