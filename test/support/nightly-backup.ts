import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

const run = promisify(execFile)

type Settings = Record<string, string>

/** A folder of backups, with what deploy/ runs each night and each month for it. */
export async function makeNightlyBackup(settings: Settings) {
  // The PostgreSQL of a rehearsal is another user, if the tests are root's.
  const folder = await mkdtemp('/var/tmp/naic-nightly-')
  await run('chmod', ['711', folder])
  const inFolder = (name: string) => path.join(folder, name)
  const [backups, state, place] = [inFolder('backups'), inFolder('state'), inFolder('place')]
  for (const name of [backups, state]) await mkdir(name, { mode: 0o700 })
  await mkdir(place, { mode: 0o711 })

  /** In a process group of its own. */
  const start = (name: 'naic-backup' | 'naic-rehearsal', changed: Settings = {}) =>
    spawn(path.resolve('deploy', name), [backups], {
      detached: true,
      env: {
        ...process.env,
        SITE_URL: 'https://naic.example',
        BACKUP_USER: 'root',
        BACKUP_STATE: state,
        REHEARSAL_PLACE: place,
        ...settings,
        ...changed,
      },
    })
  const ended = async (child: ReturnType<typeof start>) => {
    const both = [text(child.stdout), text(child.stderr)]
    const [[code], ...said] = await Promise.all([once(child, 'close'), ...both])
    return { code: code as number | null, said: said.join('') }
  }
  const files = async () =>
    (await readdir(backups))
      .filter((name) => name !== '.lock')
      .toSorted()
      .map((name) => path.join(backups, name))

  return {
    backups,
    state,
    place,
    start,
    backUp: (changed?: Settings) => ended(start('naic-backup', changed)),
    rehearse: (changed?: Settings) => ended(start('naic-rehearsal', changed)),
    files,

    async newest(): Promise<string> {
      const file = (await files()).at(-1)
      if (file === undefined) throw new Error('There is no backup.')
      return file
    },

    word: async (name: 'backup' | 'rehearsal'): Promise<Record<string, string>> =>
      JSON.parse(await readFile(path.join(state, `${name}.json`), 'utf8')),

    /** A pair of keys of age. @returns the public one, and the file of the private one. */
    async makeKey() {
      const identity = path.join(await mkdtemp(inFolder('key-')), 'identity')
      await run('age-keygen', ['-o', identity])
      const { stdout } = await run('age-keygen', ['-y', identity])
      return { recipient: stdout.trim(), identity }
    },

    remove: () => rm(folder, { recursive: true }),
  }
}
