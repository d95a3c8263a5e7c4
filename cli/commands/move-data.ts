import type { Config } from '#server/config.ts'
import { moveData, type MoveReport } from '#server/moving/move-data.ts'
import { type MovePlan, planMove } from '#server/moving/move-plan.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'
import { Progress } from '../progress.ts'
import { printable } from '#server/sheets/printable-text.ts'

export const command: Command = {
  summary: 'carries what is in DATA_DIR over to DATABASE_URL, FILES_URL or both',
  isOneWord: true,
  examples: ['move-data'],
  define: (line, run) => line.action(() => move(run, run.settings())),
}

async function move(run: Run, config: Config): Promise<void> {
  const plan = await planMove(config)
  if (!plan) {
    run.say(
      'Set where to: DATABASE_URL for rows, FILES_URL for resumes and the last checkpoint, or both (docs/beyond-one-server.md).',
    )
    run.exitCode = 2
    return
  }
  const progress = new Progress(run)
  let report: MoveReport
  try {
    report = await moveData(plan, (what, total) => {
      let done = 0
      progress.show(what, done, total)
      return (more) => progress.show(what, (done += more), total)
    })
  } finally {
    progress.stop()
  }
  if (report.faults.length === 0) sayDone(run, plan, report)
  else {
    run.say(report.faults.map(printable).join('\n'))
    run.say(whatNow(plan))
    run.exitCode = 1
  }
}

const whatNow = ({ rows, resumes }: MovePlan): string =>
  rows || resumes
    ? 'The move is not done, and DATA_DIR is as it was. Mend this, and move again.'
    : 'What was moved is not as it was.'

function sayDone(run: Run, { rows, resumes, from }: MovePlan, report: MoveReport): void {
  run.print(
    `${report.rows} rows and ${report.resumes} resumes are there as they are here. The log is as it was signed.`,
  )
  const { moved } = report
  for (const place of [moved.rows, moved.resumes]) {
    if (place) run.print(`Moved to ${place.to} at ${place.at}.`)
  }
  if (!rows && !resumes) return
  run.print(
    'Start the server with these settings. Without them, nothing starts on this DATA_DIR any more (moved.json).',
  )
  if (!from.privateKeys) {
    run.print(
      'Private keys stay in DATA_DIR/keys, with which one server goes on; several copies need them as CREDENTIALS_KEYS and LOG_KEYS (docs/certificates.md).',
    )
  }
  if (!from.mailRelay) run.print('Letters that are files stay in DATA_DIR/mail.')
}
