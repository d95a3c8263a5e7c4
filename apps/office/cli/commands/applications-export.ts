import { type ApplicationFilter } from '@naic/admissions/applications/application-filter.ts'
import {
  type Exported,
  exportApplications,
} from '@naic/admissions/applications/export-applications.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import { openStored } from '@naic/installation/storage.ts'
import { addFilters, type FilterOptions, filterOf } from '../application-filters.ts'
import { type Command, givenText } from '../command.ts'
import type { Run } from '../command-run.ts'
import { withProgress } from '../progress.ts'

export const command: Command = {
  summary: 'applications as a sheet, with their resumes as files',
  examples: [
    'applications export --dir march --since 2026-03-01 --until 2026-03-31',
    'applications export --dir accepted --status accepted',
  ],
  define: (line, run) =>
    addFilters(line)
      .requiredOption(
        '--dir <folder>',
        'where to: a new folder, an empty one, or that of an export, which gets what it has not',
        givenText,
      )
      .addHelpText('after', `\n${exitCodes}`)
      .action((options: FilterOptions & { dir: string }) =>
        exportTo(run, filterOf(line, options), options.dir),
      ),
}

const exitCodes = `Ends with 0 when all is in the folder, and with 1 when a resume is not; all else is there then. It has
people's data: delete it when you do not need it any more.`

async function exportTo(run: Run, filter: ApplicationFilter, folder: string): Promise<void> {
  const { database, files, close } = await openStored(run.settings())
  try {
    const result = await withProgress(run, 'Exporting', (tell) =>
      exportApplications({ database, files }, filter, folder, tell),
    )
    if (result.state === 'exported') return report(run, result, folder)
    run.fail(
      `Nothing was exported: ${printable(folder)} holds ${printable(result.found)}, which no export has made. Name another folder.`,
    )
  } catch (error) {
    const { code, syscall, path } = error as NodeJS.ErrnoException
    if (!code || !syscall || !path) throw error
    run.fail(
      `${printable(path)} cannot be written or read (${code}). Mend this, and run it again: it goes on.`,
    )
  } finally {
    await close()
  }
}

function report(
  run: Run,
  { applications, written, kept, missing }: Exported,
  folder: string,
): void {
  for (const { reference, id, why } of missing) {
    const what = why === 'missing' ? 'is missing' : 'is not as it was sent'
    run.say(
      `The resume of ${printable(reference)} (${printable(id)}) ${what} where resumes are kept.`,
    )
  }
  run.say(
    `${applications} applications are in ${printable(folder)}: ${written} resumes written, ${kept} there before${missing.length > 0 ? `, ${missing.length} missing` : ''}.`,
  )
  if (missing.length > 0) run.exitCode = 1
}
