import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/**
 * Runs a command of the council's command line on a data folder.
 *
 * @param settings as the environment names them, beyond DATA_DIR and SITE_URL.
 * @param input what comes by standard input.
 */
export async function runCouncil(
  dataDir: string,
  words: readonly string[],
  settings: Record<string, string> = {},
  input = '',
) {
  const child = spawn('node', ['cli/council.ts', ...words], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      SITE_URL: 'https://naic.example',
      SAMPLE_CERTIFICATES: 'on',
      ...settings,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // A command that asks for nothing may end before it is written.
  child.stdin.on('error', () => undefined).end(input)
  const ended = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [status] = await ended
  return { status, output, errors }
}
