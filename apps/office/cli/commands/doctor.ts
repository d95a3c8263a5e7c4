import { styleText } from 'node:util'
import { examine } from '#health/examine.ts'
import { usualBackups } from '#health/examine-services.ts'
import type { Finding } from '#health/finding.ts'
import { printable, printableJson } from '@naic/platform/sheets/printable-text.ts'
import { type Command, givenText } from '../command.ts'
import type { Run } from '../command-run.ts'

type Options = { strict?: true; json?: true; backups?: string }

export const command: Command = {
  summary: 'looks at all that the site needs: settings, disk, database, mail, keys',
  examples: ['doctor', 'doctor --strict --json', 'doctor --backups /mnt/backup'],
  define: (line, run) =>
    line
      .option('--strict', 'ends with 1 for warnings as well')
      .option(
        '--backups <folder>',
        `where the nightly backups are; without it ${usualBackups}, of the embedded installation`,
        givenText,
      )
      .option('--json', 'for programs: a list of objects')
      .addHelpText('after', `\n${more}`)
      .action((options: Options) => doctor(run, options)),
}

const more = `Each look takes 10 seconds at most. Nothing is changed: files that are written to try
the disk, or the bucket, are removed again.
Ends with 0 when nothing is wrong, and with 1 when something is. Run it as the server's user,
with its settings, beside the running server or without one.`

async function doctor(run: Run, { strict, json, backups }: Options): Promise<void> {
  const findings: Finding[] = []
  for await (const finding of examine(run.settings, { backups })) {
    findings.push(finding)
    if (!json) print(run, finding)
  }
  if (json) run.print(printableJson(findings))
  else sayCounts(run, findings)
  const isWrong = findings.some(({ state }) => state === 'wrong' || (strict && state !== 'right'))
  run.exitCode = isWrong ? 1 : 0
}

const marks = {
  right: { text: 'right', colour: 'green' },
  warning: { text: 'WARNING', colour: 'yellow' },
  wrong: { text: 'WRONG', colour: 'red' },
} as const

function print(run: Run, { of, state, says, advice }: Finding): void {
  const { text, colour } = marks[state]
  const mark = styleText(colour, text.padEnd(8), { stream: run.stdout })
  run.print(`${mark} ${`${of}:`.padEnd(14)} ${printable(says)}`)
  if (advice !== undefined) run.print(`${' '.repeat(24)}${printable(advice)}`)
}

function sayCounts(run: Run, findings: readonly Finding[]): void {
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length
  run.say(`${count('right')} right, ${count('warning')} to look at, ${count('wrong')} wrong.`)
}
