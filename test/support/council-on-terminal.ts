import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'

/** The keys of a terminal that are no letters. */
export const keys = { enter: '\r', ctrlC: '\u0003', ctrlD: '\u0004' }

/**
 * Runs a command of the council's command line as a person does: on a terminal, which "script"
 * gives it, and where a question is answered once it stands there.
 *
 * @param answer what is typed then.
 * @param settings as the environment names them, beyond DATA_DIR and SITE_URL.
 * @param columns of the terminal; without it, it does not say how wide it is.
 * @returns all that the terminal shows, without its colours.
 */
export async function councilOnTerminal(
  dataDir: string,
  words: readonly string[],
  answer: string,
  settings: Record<string, string> = {},
  columns?: number,
): Promise<{ status: number; shown: string }> {
  const size = columns === undefined ? '' : `stty cols ${columns}; `
  const command = size + ['node', 'cli/council.ts', ...words].map(inShell).join(' ')
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      SITE_URL: 'https://naic.example',
      SAMPLE_CERTIFICATES: 'on',
      ...settings,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let shown = ''
  let isAnswered = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    if (isAnswered || !/\[y\/N\]|e-mail address: /.test(shown)) return
    isAnswered = true
    child.stdin.write(answer)
  })
  const [status] = await once(child, 'close')
  return { status, shown: stripVTControlCharacters(shown).replaceAll('\r', '') }
}

const inShell = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`
