import { styleText } from 'node:util'
import { examine } from '#server/health/examine.ts'
import { usualBackups } from '#server/health/examine-backups.ts'
import type { Finding } from '#server/health/finding.ts'
import { printable, printableJson } from '#server/sheets/printable-text.ts'
import { type Command, givenText, type Settings } from '../command.ts'

type Options = { strict?: true; json?: true; backups?: string }

export const command: Command = {
  summary: 'looks at all that the site needs: settings, disk, database, mail, clock',
  examples: ['doctor', 'doctor --strict --json', 'doctor --backups /mnt/backup'],
  define: (line, settings) =>
    line
      .option('--strict', 'ends with 1 for warnings as well')
      .option(
        '--backups <folder>',
        `where the nightly backups are; without it ${usualBackups}, of the embedded installation`,
        givenText,
      )
      .option('--json', 'for programs: a list of objects')
      .addHelpText('after', `\n${more}`)
      .action((options: Options) => doctor(settings, options)),
}

const more = `Each look takes 10 seconds at most. Nothing is changed: files that are written to try
the disk, or the bucket, are removed again.
Ends with 0 when nothing is wrong, and with 1 when something is. Run it as the server's user,
with its settings, beside the running server or without one.`

async function doctor(settings: Settings, { strict, json, backups }: Options): Promise<void> {
  const findings: Finding[] = []
  for await (const finding of examine(settings, { backups })) {
    findings.push(finding)
    if (!json) print(finding)
  }
  if (json) console.log(printableJson(findings))
  else sayCounts(findings)
  const isWrong = findings.some(({ state }) => state === 'wrong' || (strict && state !== 'right'))
  process.exitCode = isWrong ? 1 : 0
  // What did not answer in time may hold the process, and is not waited for.
  setTimeout(() => process.exit(), 1_000).unref()
}

const marks = {
  right: { text: 'right', colour: 'green' },
  warning: { text: 'WARNING', colour: 'yellow' },
  wrong: { text: 'WRONG', colour: 'red' },
} as const

function print({ of, state, says, advice }: Finding): void {
  const { text, colour } = marks[state]
  const mark = styleText(colour, text.padEnd(8), { stream: process.stdout })
  console.log(`${mark} ${`${of}:`.padEnd(14)} ${printable(says)}`)
  if (advice !== undefined) console.log(`${' '.repeat(24)}${printable(advice)}`)
}

function sayCounts(findings: readonly Finding[]): void {
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length
  console.error(`${count('right')} right, ${count('warning')} to look at, ${count('wrong')} wrong.`)
}
