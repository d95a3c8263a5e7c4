import { pipeline } from 'node:stream/promises'
import {
  openResume,
  type OpenedResume,
  saveResume,
} from '@naic/admissions/applications/open-resume.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'
import { openStored } from '@naic/installation/storage.ts'
import { type Command, givenText } from '../command.ts'
import type { Run } from '../command-run.ts'
import { whyNoPlace } from '../files-of-people.ts'
import { keepOutputPrivate } from '../print.ts'
import { sayNotFound } from '../asked-by-reference.ts'

type Options = { out?: string; overwrite?: boolean }

export const command: Command = {
  summary: 'the resume of one application',
  examples: ['resume NAIC-7F3K-92QD --out resume.pdf', 'resume NAIC-7F3K-92QD > resume.pdf'],
  define: (line, run) =>
    line
      .argument('<reference>', 'the reference of the application, or its id')
      .option('--out <file>', 'where to; without it, to standard output', givenText)
      .option('--overwrite', 'replaces the file where there is one')
      .action((asked: string, options: Options) => writeResume(run, asked, options)),
}

async function writeResume(run: Run, asked: string, options: Options): Promise<void> {
  // Whoever sent it may have written it for a terminal to obey.
  if (options.out === undefined && run.stdout.isTTY) {
    return run.fail('A resume is no text for a screen. Add "--out FILE" or "> FILE".', 2)
  }
  const { database, files, close } = await openStored(run.settings())
  try {
    const resume = await openResume({ database, files }, asked)
    if (resume.state === 'found') await write(run, resume, options)
    else if (resume.state === 'lost') {
      run.fail(
        `The resume of ${resume.reference} is not where resumes are kept. "council check" names the file, and docs/backup.md says how to get it from a backup.`,
      )
    } else sayNotFound(run, resume, asked)
  } finally {
    await close()
  }
}

type Found = Extract<OpenedResume, { state: 'found' }>

async function write(run: Run, resume: Found, { out, overwrite = false }: Options): Promise<void> {
  const name = `The applicant called the file "${printable(resume.name)}".`
  if (out === undefined) {
    keepOutputPrivate(run)
    await pipeline(resume.bytes, run.stdout, { end: false })
    return run.say(name)
  }
  const why = await whyNoPlace(out)
  const file = printable(out)
  if (why) return run.fail(`${file} ${why}.`)
  const saved = await saveResume(resume, out, overwrite)
  if (saved === 'saved') run.say(name)
  else if (saved === 'taken') {
    run.fail(`${file} is there already. Give another name, or --overwrite to have it replaced.`)
  } else if (saved === 'damaged') {
    run.fail(
      `Nothing was written: the resume of ${resume.reference} is not as it was sent any more.`,
    )
  } else run.fail(`${file} cannot be written (${saved.fault}).`)
}
