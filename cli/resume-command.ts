import { pipeline } from 'node:stream/promises'
import type { Command as CommandLine } from 'commander'
import { openResume, type OpenedResume, saveResume } from '#server/applications/open-resume.ts'
import type { Config } from '#server/config.ts'
import { printable } from '#server/sheets/printable-text.ts'
import { openStored } from '#server/storage.ts'
import { givenText } from './command.ts'
import { whyNoPlace } from './files-of-people.ts'
import { sayFailed } from './say-failed.ts'
import { sayNotFound } from './say-not-found.ts'
import { keepOutputPrivate } from './terminal/keep-private.ts'

type Options = { out?: string; overwrite?: true }

/** What "resume" takes and does, under either of its names. */
export const defineResume = (line: CommandLine, settings: () => Config): CommandLine =>
  line
    .argument('<reference>', 'the reference of the application, or its id')
    .option('--out <file>', 'where to; without it, to standard output', givenText)
    .option('--overwrite', 'replaces the file where there is one')
    .action((asked: string, options: Options) => writeResume(settings, asked, options))

async function writeResume(
  settings: () => Config,
  asked: string,
  { out, overwrite }: Options,
): Promise<void> {
  // Whoever sent it may have written it for a terminal to obey.
  if (out === undefined && process.stdout.isTTY) {
    console.error('A resume is no text for a screen. Add "--out FILE" or "> FILE" to the command.')
    process.exitCode = 2
    return
  }
  const { database, files, close } = await openStored(settings())
  try {
    const resume = await openResume({ database, files }, asked)
    if (resume.state === 'found') await write(resume, out, overwrite ?? false)
    else if (resume.state === 'lost')
      sayFailed(
        `The resume of ${resume.reference} is not where resumes are kept. "council check" names the file, and docs/backup.md says how to get it from a backup.`,
      )
    else sayNotFound(resume, asked)
  } finally {
    await close()
  }
}

type Found = Extract<OpenedResume, { state: 'found' }>

async function write(resume: Found, out: string | undefined, mayReplace: boolean): Promise<void> {
  if (out === undefined) {
    keepOutputPrivate()
    await pipeline(resume.bytes, process.stdout, { end: false })
  } else {
    const why = await whyNoPlace(out)
    if (why) return sayFailed(`${printable(out)} ${why}.`)
    const saved = await saveResume(resume, out, mayReplace)
    if (saved !== 'saved') return sayFailed(whyNotSaved(saved, printable(out), resume))
  }
  console.error(`The applicant called the file "${printable(resume.name)}".`)
}

function whyNotSaved(
  saved: Exclude<Awaited<ReturnType<typeof saveResume>>, 'saved'>,
  file: string,
  { reference }: Found,
): string {
  if (saved === 'taken') {
    return `${file} is there already. Give another name, or --overwrite to have it replaced.`
  }
  return saved === 'damaged'
    ? `Nothing was written: the resume of ${reference} is not as it was sent any more.`
    : `${file} cannot be written (${saved.fault}).`
}
