import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Argument } from 'commander'
import { letterSamples, previewPage } from '#letters/preview-letters.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import type { Run } from '../command-run.ts'
import { type Commands, givenText } from '../command.ts'
import { addFormats, type Column, type Formats, printRows } from '../print.ts'

const names = letterSamples.map(({ name }) => name)

/** What the letters of the site say, with invented facts. */
export const commands: Commands = {
  'letters list': {
    summary: 'the letters that the site can send: to whom, and when',
    examples: ['letters list', 'letters list --json'],
    define: (line, run) =>
      addFormats(line).action(async (formats: Formats) => {
        await printRows(run, letterSamples, columns, formats)
      }),
  },

  'letters preview': {
    summary: 'letters with invented facts, as a page for a browser; sends nothing',
    examples: [
      'letters preview',
      'letters preview application-received',
      'letters preview --out letters-to-look-at',
    ],
    define: (line, run) =>
      line
        .addArgument(new Argument('[name]', 'which letter; without it, every one').choices(names))
        .option(
          '--out <folder>',
          'where letters.html goes, and replaces an older one; without it, a new folder for temporary files',
          givenText,
        )
        .action((name: string | undefined, { out }: { out?: string }) =>
          preview(run, name === undefined ? names : [name], out),
        ),
  },
}

const columns: readonly Column<(typeof letterSamples)[number]>[] = [
  { key: 'name', title: 'Letter', of: ({ name }) => name },
  { key: 'when', title: 'Sent', of: ({ when }) => when },
]

async function preview(run: Run, which: readonly string[], out?: string): Promise<void> {
  const config = run.settings()
  try {
    const folder = out ?? (await mkdtemp(path.join(tmpdir(), 'naic-letters-')))
    await mkdir(folder, { recursive: true })
    const file = path.resolve(folder, 'letters.html')
    const samples = letterSamples.filter(({ name }) => which.includes(name))
    await writeFile(file, previewPage(samples, config))
    run.print(pathToFileURL(file).href)
    run.say('Open that in a browser. Nothing was sent, and nobody in it exists.')
  } catch (error) {
    run.fail(printable(`The letters could not be written (${(error as Error).message}).`))
  }
}
