import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { runCommandLine } from '@naic/office/cli/command-line.ts'
import { Run } from '@naic/office/cli/command-run.ts'
import { killAt, type NamedWrite } from './kill-at.ts'
import { copyMadeDataFolder } from './made-data-folder.ts'

type Options = {
  /** Settings, as the server's environment names them. DATA_DIR is one of them. */
  environment: Record<string, string>
  stdin?: string
}

export type Ended = {
  code: number
  stdout: string
  stderr: string
  /** All of both in its order. */
  shown: string
}

const usual = { SITE_URL: 'https://naic.example', SAMPLE_CERTIFICATES: 'on' }

/** Notes what a command says. @returns what makes that its end. */
function listen(streams: { stdout: Readable; stderr: Readable }) {
  const said: Omit<Ended, 'code'> = { stdout: '', stderr: '', shown: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    streams[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
      said.shown += text
    })
  }
  return (code: number): Ended => ({ ...said, code })
}

/** Runs a command as bin/council does, but in this process. @param options.terminal its first answer. */
export async function council(
  words: readonly string[],
  { environment, stdin = '' }: Options,
): Promise<Ended> {
  const [input, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  input.end(stdin)
  const ended = listen({ stdout, stderr })
  const own = { stdin: input, stdout, stderr, env: { ...usual, ...environment } }
  const run = new Run(own, process.cwd())
  await runCommandLine(words, run)
  const ends = [once(stdout, 'end'), once(stderr, 'end')]
  stdout.end()
  stderr.end()
  await Promise.all(ends)
  return ended(run.exitCode)
}

export const councilIn = (
  dataDir: string,
  words: readonly string[],
  settings: Record<string, string> = {},
) => council(words, { environment: { DATA_DIR: dataDir, ...settings } })

/** The same in a process of its own, for signals, locks between processes and exit codes. */
export const councilProcess = (words: readonly string[], options: Options) =>
  runProgram([program, ...words], options)

const program = 'apps/office/cli/council.ts'

async function runProgram(
  words: readonly string[],
  { environment, stdin = '' }: Options,
): Promise<Ended> {
  const child = spawn('node', words, {
    env: { ...process.env, ...usual, ...environment },
  })
  const ended = listen(child)
  // A command that asks for nothing may end before it is written.
  child.stdin.on('error', () => undefined).end(stdin)
  const [code] = await once(child, 'close')
  return ended(code)
}

export const runCouncil = (
  dataDir: string,
  words: readonly string[],
  settings: Record<string, string> = {},
  stdin = '',
) => councilProcess(words, { environment: { DATA_DIR: dataDir, ...settings }, stdin })

/** A process that is killed at a write of its own. @throws if it ends otherwise. */
export const killCouncil = (
  write: NamedWrite,
  words: readonly string[],
  environment: Record<string, string>,
) => killProgram(write, [program, ...words], environment)

/** The same of another program. @param words its file, and what it is given. */
export async function killProgram(
  write: NamedWrite,
  words: readonly string[],
  environment: Record<string, string>,
): Promise<void> {
  const { code, shown } = await runProgram(words, {
    environment: { ...environment, ...killAt(write) },
  })
  if ((code as number | null) === null) return
  throw new Error(`It ended before ${JSON.stringify(write)}: ${shown}`)
}

/** A new folder for a data folder, or with one that a server has made, with the sample certificates. */
export async function newPlace({ isMade = false } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-council-'))
  const dataDir = isMade
    ? await copyMadeDataFolder({ SITE_URL: usual.SITE_URL })
    : path.join(folder, 'data')
  const environment = { DATA_DIR: dataDir }
  return {
    folder,
    dataDir,
    council: (...words: string[]) => council(words, { environment }),

    async csv(rows: readonly string[], heading = ordersHeading): Promise<string> {
      const file = path.join(folder, 'batch.csv')
      await writeFile(file, [heading, ...rows, ''].join('\n'))
      return file
    },

    async remove() {
      await rm(dataDir, { recursive: true, force: true })
      await rm(folder, { recursive: true })
    },
  }
}

const ordersHeading = 'reference,holder,domain,duration,verified_on,email'

/** The example of a command's help, without what a shell does with files. @param folder has the files. */
export const exampleOf = (help: string, folder: string): string[] =>
  wordsOf(/^Example: council (.+)$/m.exec(help)?.[1] ?? '', folder)

function wordsOf(example: string, folder: string): string[] {
  const typed = example.replace(/ [<>|] .*/, '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)
  const words = [...typed].map(([, double, single, bare]) => double ?? single ?? bare ?? '')
  const isFile = (word: string, at: number) =>
    /[.](?:csv|xlsx|json|pdf|pem|tar|zip)$/.test(word) ||
    /^--(?:dir|out)$/.test(words[at - 1] ?? '')
  return words.map((word, at) => (isFile(word, at) ? path.join(folder, word) : word))
}
