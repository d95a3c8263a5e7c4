import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { letterSamples, previewPage } from '#letters/preview-letters.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import type { AddCommands } from '../command-line.ts'

export const add: AddCommands = (program, run) => {
  program
    .command('letters')
    .description(
      'every letter of the site with invented facts, as a page for a browser; sends none',
    )
    .option('--out <folder>', 'where letters.html goes; without it, a new temporary folder')
    .addHelpText('after', '\nExample: council letters --out letters-to-look-at')
    .action(async ({ out }: { out?: string }) => {
      const config = run.settings()
      try {
        const folder = out ?? (await mkdtemp(path.join(tmpdir(), 'naic-letters-')))
        await mkdir(folder, { recursive: true })
        const file = path.resolve(folder, 'letters.html')
        await writeFile(file, previewPage(letterSamples, config))
        run.print(pathToFileURL(file).href)
        run.say('Open that in a browser. Nothing was sent, and nobody in it exists.')
      } catch (error) {
        run.fail(printable(`The letters could not be written (${(error as Error).message}).`))
      }
    })
}
