import type { Config } from '@naic/installation/config.ts'
import { moveData, type MoveReport } from '#moving/move-data.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'
import { Progress } from '../progress.ts'

export const command: Command = {
  summary: 'copies what is in DATA_DIR to DATABASE_URL, FILES_URL or both, once',
  isOneWord: true,
  examples: ['move-data'],
  define: (line, run) => line.action(() => move(run, run.settings())),
}

async function move(run: Run, config: Config): Promise<void> {
  const progress = new Progress(run)
  let report: MoveReport | undefined
  try {
    report = await moveData(config, progress.show)
  } finally {
    progress.stop()
  }
  if (!report) {
    run.say(
      'Nothing is to be moved. Set where to: DATABASE_URL for rows, FILES_URL for resumes and the last checkpoint, or both (docs/beyond-one-server.md). What was moved before is looked at by "council check".',
    )
    run.exitCode = 2
  } else if (report.faults.length > 0) {
    run.say(report.faults.map(printable).join('\n'))
    run.say('The move is not done, and DATA_DIR is as it was. Mend this, and move again.')
    run.exitCode = 1
  } else sayDone(run, config, report)
}

function sayDone(
  run: Run,
  { privateKeys, mailRelay }: Config,
  { rows, resumes, moved }: MoveReport,
): void {
  run.print(
    `${rows} rows were copied and are the same there. ${resumes} resumes are as they were received. The log is as it was signed.`,
  )
  for (const place of [moved.rows, moved.resumes]) {
    if (place) run.print(`Moved to ${place.to} at ${place.at}.`)
  }
  run.print(
    'Start the server with these settings. Without them, nothing starts on this DATA_DIR any more (moved.json).',
  )
  if (!privateKeys) {
    run.print(
      'Private keys stay in DATA_DIR/keys, with which one server goes on; several copies need them as CREDENTIALS_KEYS and LOG_KEYS (docs/certificates.md).',
    )
  }
  if (!mailRelay) run.print('Letters that are files stay in DATA_DIR/mail.')
}
