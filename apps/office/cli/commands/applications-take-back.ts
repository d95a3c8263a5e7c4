import { takeBack, type TakenBack } from '@naic/admissions/applications/take-back.ts'
import { openStored } from '@naic/house/storage.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import type { Run } from '../command-run.ts'
import { type Commands, givenNumber } from '../command.ts'
import { counted, failWithoutOne } from '../print.ts'

export const commands: Commands = {
  'applications take-back': {
    summary: 'takes the newest change of status back, as long as its letter has not left',
    examples: [
      'applications take-back NAIC-7F3K-92QD',
      'applications take-back NAIC-7F3K-92QD NAIC-WH0P-RQ78',
      'applications take-back NAIC-7F3K-92QD --change 2',
    ],
    define: (line, run) =>
      line
        .argument('<reference...>', 'its reference as people type it, or its id')
        .option(
          '--change <number>',
          'that change alone, whoever made it',
          givenNumber(1, 1_000_000),
        )
        .addHelpText('after', `\n${more}`)
        .action((asked: string[], { change }: { change?: number }) => {
          if (change !== undefined && asked.length > 1) {
            line.error('error: --change is for one application')
          }
          return takeBackNewest(run, asked, change)
        }),
  },
}

const more = `Without --change it is the newest that you made yourself: what a colleague has changed since stays as it is.
The status before holds again. The change, its note and its letter are gone; only the journal says that they were.
Ends with 1 if one of them was not changed, as when the time that LETTER_DELAY_SECONDS sets is over.`

async function takeBackNewest(
  run: Run,
  references: readonly string[],
  number: number | undefined,
): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const { database } = stored
  for (const asked of references) {
    const done = await takeBack(database, { asked, number, who: config.account })
    const fail = (why: string) => run.fail(`Nothing was changed of ${printable(asked)}: ${why}.`)
    switch (done.state) {
      case 'unknown':
        failWithoutOne(run, 'application', asked)
        break
      case 'several':
        failWithoutOne(run, 'application', asked, done.others)
        break
      case 'taken back':
        run.say(sentenceFor(done))
        break
      case 'too late': {
        const time = counted(config.letterDelaySeconds, 'second')
        fail(`it is longer ago than ${time}, or its letter is on its way`)
        break
      }
      case 'of another': {
        const { number: newest, to, by } = done.newest
        fail(
          `its newest change is of ${printable(by)}: ${to}. If you mean that one, add --change ${newest}`,
        )
        break
      }
      case 'overtaken':
        fail(
          number === undefined
            ? 'it has no change that could be taken back'
            : `its change ${number} was taken back before, or another has come since`,
        )
        break
      case 'certified':
        fail(`its certificate ${done.certificate} says that the internship was completed`)
        break
    }
  }
}

function sentenceFor({ application, from, to }: Extract<TakenBack, { state: 'taken back' }>) {
  const reference = printable(application.reference)
  if (from === 'note') return `The note on ${reference} is taken back.`
  return `${reference} is ${to} again: ${from} is taken back, and no letter of it goes out.`
}
