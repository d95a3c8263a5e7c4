import { SingleBar } from 'cli-progress'
import type { Config } from '#server/config.ts'
import { moveData, type MoveReport, type Show } from '#server/moving/move-data.ts'
import { type MovePlan, planMove } from '#server/moving/move-plan.ts'
import type { Command } from '../command.ts'
import { printable } from '#server/sheets/printable-text.ts'

export const command: Command = {
  summary: 'carries what is in DATA_DIR over to DATABASE_URL, FILES_URL or both',
  isOneWord: true,
  examples: ['move-data'],
  define: (line, settings) => line.action(() => move(settings())),
}

async function move(config: Config): Promise<void> {
  const plan = await planMove(config)
  if (!plan) {
    console.error(
      'Set where to: DATABASE_URL for rows, FILES_URL for resumes and the last checkpoint, or both (docs/beyond-one-server.md).',
    )
    process.exitCode = 2
    return
  }
  const bars = new Bars()
  let report: MoveReport
  try {
    report = await moveData(plan, bars.show)
  } finally {
    bars.stop()
  }
  if (report.faults.length === 0) sayDone(plan, report)
  else {
    console.error(report.faults.map(printable).join('\n'))
    console.error(whatNow(plan))
    process.exitCode = 1
  }
}

const whatNow = ({ rows, resumes }: MovePlan): string =>
  rows || resumes
    ? 'The move is not done, and DATA_DIR is as it was. Mend this, and move again.'
    : 'What was moved is not as it was.'

function sayDone({ rows, resumes, from }: MovePlan, report: MoveReport): void {
  console.log(
    `${report.rows} rows and ${report.resumes} resumes are there as they are here. The log is as it was signed.`,
  )
  const { moved } = report
  for (const place of [moved.rows, moved.resumes]) {
    if (place) console.log(`Moved to ${place.to} at ${place.at}.`)
  }
  if (!rows && !resumes) return
  console.log(
    'Start the server with these settings. Without them, nothing starts on this DATA_DIR any more (moved.json).',
  )
  if (!from.privateKeys) {
    console.log(
      'Private keys stay in DATA_DIR/keys, with which one server goes on; several copies need them as CREDENTIALS_KEYS and LOG_KEYS (docs/certificates.md).',
    )
  }
  if (!from.mailRelay) console.log('Letters that are files stay in DATA_DIR/mail.')
}

/** One after the other, where somebody looks. */
class Bars {
  #bar: SingleBar | undefined

  readonly show: Show = (what, total) => {
    this.stop()
    if (!process.stderr.isTTY) return () => undefined
    const counted = total > 0 ? ' {bar} {value}/{total}, {eta_formatted} left' : ' …'
    const bar = new SingleBar({ format: what + counted })
    this.#bar = bar
    bar.start(total, 0)
    let done = 0
    return (more) => bar.update((done += more))
  }

  stop(): void {
    this.#bar?.stop()
    this.#bar = undefined
  }
}
