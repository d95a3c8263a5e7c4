import { applicationColumns } from '#server/applications/application-columns.ts'
import { readApplication } from '#server/applications/read-application.ts'
import type { Config } from '#server/config.ts'
import { printableJson } from '#server/sheets/printable-text.ts'
import { openStored } from '#server/storage.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'
import { describeApplication, type FoundApplication } from '../describe-application.ts'
import { sayNotFound } from '../say-not-found.ts'
import { toObject } from '../print.ts'

export const command: Command = {
  summary: 'all of one application: answers, resume, status with its history, letters',
  examples: ['applications show NAIC-7F3K-92QD', 'applications show naic7f3k92qd --json'],
  define: (line, run) =>
    line
      .argument('<reference>', 'its reference as people type it, or its id')
      .option('--json', 'for programs: one object')
      .action((asked: string, { json }: { json?: true }) =>
        show(run, run.settings(), asked, json ?? false),
      ),
}

async function show(
  run: Run,
  config: Config,
  asked: string,
  isForPrograms: boolean,
): Promise<void> {
  const { database, close } = await openStored(config)
  try {
    const found = await readApplication(database, asked)
    if (found.state !== 'found') sayNotFound(run, found, asked)
    else run.print(isForPrograms ? printableJson(toJson(found)) : describeApplication(found))
  } finally {
    await close()
  }
}

const toJson = ({ application, changes, letters, certificates }: FoundApplication) => ({
  ...toObject(applicationColumns)(application),
  changes: changes.map(({ number, status, changedAt, changedBy, note, letter }) => ({
    number,
    status,
    note,
    changed_at: changedAt,
    changed_by: changedBy,
    letter: letter?.id ?? null,
  })),
  letters,
  certificates,
})
