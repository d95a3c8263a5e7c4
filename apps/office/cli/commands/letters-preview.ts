import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Argument, InvalidArgumentError } from 'commander'
import { closestMatch } from 'leven'
import type { Config } from '@naic/installation/config.ts'
import { letterSamples, previewPage } from '#letters/preview-letters.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import { type Command, givenText } from '../command.ts'
import type { Run } from '../command-run.ts'

const names = letterSamples.map(({ name }) => name)

export const command: Command = {
  summary: 'letters with invented facts, as a page for a browser; sends nothing',
  examples: [
    'letters preview',
    'letters preview application-received',
    'letters preview --out letters-to-look-at',
  ],
  define: (line, run) =>
    line
      .addArgument(
        new Argument('[name]', 'which letter; without it, every one')
          .choices(names)
          .argParser(givenName),
      )
      .option(
        '--out <folder>',
        'where letters.html goes, and replaces an older one; without it, a new folder for temporary files',
        givenText,
      )
      .action((name: string | undefined, { out }: { out?: string }) =>
        preview(run, run.settings(), name === undefined ? names : [name], out),
      ),
}

function givenName(typed: string): string {
  if (names.includes(typed)) return typed
  const nearest = closestMatch(typed, names, { maxDistance: Math.ceil(typed.length / 2) })
  throw new InvalidArgumentError(
    nearest === undefined ? `There are ${names.join(', ')}.` : `Did you mean '${nearest}'?`,
  )
}

async function preview(
  run: Run,
  config: Config,
  which: readonly string[],
  out?: string,
): Promise<void> {
  try {
    const folder = out ?? (await mkdtemp(path.join(tmpdir(), 'naic-letters-')))
    await mkdir(folder, { recursive: true })
    const file = path.resolve(folder, 'letters.html')
    const samples = letterSamples.filter(({ name }) => which.includes(name))
    await writeFile(file, previewPage(samples, config))
    run.print(pathToFileURL(file).href)
    run.say('Open that in a browser. Nothing was sent, and nobody in it exists.')
  } catch (error) {
    run.say(printable(`The letters could not be written (${(error as Error).message}).`))
    run.exitCode = 1
  }
}
