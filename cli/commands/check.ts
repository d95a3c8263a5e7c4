import { setPriority } from 'node:os'
import path from 'node:path'
import { SingleBar } from 'cli-progress'
import type { Config } from '#server/config.ts'
import { type CheckCounts, checkStored } from '#server/health/check-stored.ts'
import type { Fault } from '#server/health/stored-places.ts'
import { openRegistryIn } from '#server/open-certificates.ts'
import { printable, printableJson } from '#server/sheets/printable-text.ts'
import { openStored } from '#server/storage.ts'
import type { Command } from '../command.ts'

/** Behind whatever visitors need. */
const niceness = 10

export const command: Command = {
  summary: 'holds all that is stored against itself: rows, resumes, letters, the log',
  examples: ['check', 'check --no-log', 'check --json'],
  define: (line, settings) =>
    line
      .option('--no-log', 'without the certificates’ log, which "log verify" checks by itself')
      .option('--json', 'for programs: an object with all faults')
      .addHelpText('after', `\n${more}`)
      .action((options: { log: boolean; json?: true }) => check(settings(), options)),
}

const more = `It reads every resume, which takes as long as the disk does; the server may run meanwhile.
Nothing is changed. Ends with 0 when all is as it was stored, and with 1 when something is not.`

async function check(config: Config, { log, json }: { log: boolean; json?: true }): Promise<void> {
  const { database, files, close } = await openStored(config)
  const { dataDir, bucket } = config
  setPriority(niceness)
  const shown = new ShownProgress()
  const faults: Fault[] = []
  let count = 0
  try {
    const places = {
      database,
      files,
      resumesFolder: bucket ? undefined : path.join(dataDir, 'resumes'),
      mailFolder: path.join(dataDir, 'mail'),
      registry: log ? await openRegistryIn(database, config) : undefined,
    }
    const checking = checkStored(places, new Date(), shown.show)
    let step = await checking.next()
    for (; !step.done; step = await checking.next()) {
      count += 1
      if (json) faults.push(step.value)
      else shown.interrupt(lineOf(step.value))
    }
    shown.stop()
    if (json) console.log(printableJson({ ...step.value, faults }))
    else sayCounts(step.value, count)
    if (count > 0) process.exitCode = 1
  } finally {
    shown.stop()
    await close()
  }
}

const lineOf = ({ says, advice }: Fault) => `${printable(says)} ${printable(advice)}`

function sayCounts(counts: CheckCounts, faults: number): void {
  const { resumes, files, letters, rows, entries } = counts
  const log = entries === undefined ? 'the log not looked at' : `${entries} entries of the log`
  console.error(
    `${resumes} resumes of applications, ${files} files in resumes/, ${letters} letters that are files, ${rows} rows of the staff, ${log}.`,
  )
  console.error(faults === 0 ? 'All is as it was stored.' : `${faults} found wrong.`)
}

/** Bars on a terminal, one after the other. */
class ShownProgress {
  #bar: SingleBar | undefined
  #what = ''

  readonly show = (what: string, done: number, total: number): void => {
    if (!process.stderr.isTTY) return
    if (what !== this.#what) {
      this.stop()
      const counted = total > 0 ? '{bar} {value}/{total}, {eta_formatted} left' : '{value}'
      this.#bar = new SingleBar({ format: `${what} ${counted}` })
      this.#what = what
      this.#bar.start(total, 0)
    }
    this.#bar?.update(done)
  }

  /** What is printed in between begins a line of its own. */
  interrupt(line: string): void {
    this.stop()
    console.log(line)
  }

  stop(): void {
    this.#bar?.stop()
    this.#bar = undefined
    this.#what = ''
  }
}
