import { applicationColumns } from '#server/applications/application-columns.ts'
import { readApplication } from '#server/applications/read-application.ts'
import type { Config } from '#server/config.ts'
import { printableJson } from '#server/sheets/printable-text.ts'
import { openStored } from '#server/storage.ts'
import type { Command } from '../command.ts'
import { describeApplication, type FoundApplication } from '../describe-application.ts'
import { sayNotFound } from '../say-not-found.ts'
import { toObject } from '../terminal/print-rows.ts'

export const command: Command = {
  summary: 'all of one application: answers, resume, status with its history, letters',
  examples: ['applications show NAIC-7F3K-92QD', 'applications show naic7f3k92qd --json'],
  define: (line, settings) =>
    line
      .argument('<reference>', 'its reference as people type it, or its id')
      .option('--json', 'for programs: one object')
      .action((asked: string, { json }: { json?: true }) => show(settings(), asked, json ?? false)),
}

async function show(config: Config, asked: string, isForPrograms: boolean): Promise<void> {
  const { database, close } = await openStored(config)
  try {
    const found = await readApplication(database, asked)
    if (found.state !== 'found') sayNotFound(found, asked)
    else console.log(isForPrograms ? printableJson(toJson(found)) : describeApplication(found))
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
