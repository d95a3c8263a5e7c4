import path from 'node:path'
import type { Config } from '@naic/installation/config.ts'
import { type CheckCounts, checkStored, type Fault } from '#health/check-stored.ts'
import { openRegistryIn } from '@naic/installation/open-certificates.ts'
import { printable, printableJson } from '@naic/platform/sheets/printable-text.ts'
import { openStored } from '@naic/installation/storage.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'
import { Progress } from '../progress.ts'

export const command: Command = {
  summary: 'holds all that is stored against itself: rows, resumes, letters, the log',
  examples: ['check', 'check --no-log', 'check --json'],
  define: (line, run) =>
    line
      .option('--no-log', 'without the certificates’ log, which "log verify" checks by itself')
      .option('--json', 'for programs: an object with all faults')
      .addHelpText('after', `\n${more}`)
      .action((options: { log: boolean; json?: true }) => check(run, run.settings(), options)),
}

const more = `It reads every resume, which takes as long as the disk does; the server may run meanwhile.
Nothing is changed. Ends with 0 when all is as it was stored, and with 1 when something is not.`

async function check(
  run: Run,
  config: Config,
  { log, json }: { log: boolean; json?: true },
): Promise<void> {
  const { database, files, close } = await openStored(config)
  run.lowerPriority()
  const shown = new Progress(run)
  const faults: Fault[] = []
  let count = 0
  try {
    const places = {
      database,
      files,
      mailFolder: path.join(config.dataDir, 'mail'),
      registry: log ? await openRegistryIn(database, config) : undefined,
    }
    const checking = checkStored(places, new Date(), shown.show)
    let step = await checking.next()
    for (; !step.done; step = await checking.next()) {
      count += 1
      if (json) faults.push(step.value)
      else {
        shown.stop()
        run.print(lineOf(step.value))
      }
    }
    shown.stop()
    if (json) run.print(printableJson({ ...step.value, faults }))
    else sayCounts(run, step.value, count)
    if (count > 0) run.exitCode = 1
  } finally {
    shown.stop()
    await close()
  }
}

const lineOf = ({ says, advice }: Fault) => `${printable(says)} ${printable(advice)}`

function sayCounts(run: Run, counts: CheckCounts, faults: number): void {
  const { resumes, files, letters, rows, entries } = counts
  const log = entries === undefined ? 'the log not looked at' : `${entries} entries of the log`
  run.say(
    `${resumes} resumes of applications, ${files} files in resumes/, ${letters} letters that are files, ${rows} rows of the staff, ${log}.`,
  )
  run.say(faults === 0 ? 'All is as it was stored.' : `${faults} found wrong.`)
}
