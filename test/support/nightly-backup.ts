import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

const run = promisify(execFile)

type Ended = { code: number | null; said: string }

/** A folder of backups, with what deploy/ runs each night and each month for it. */
export class NightlyBackup {
  readonly backups: string
  /** Where both leave word. */
  readonly state: string
  /** Where the rehearsal restores. */
  readonly place: string
  readonly #folder: string
  readonly #settings: Record<string, string>

  private constructor(folder: string, settings: Record<string, string>) {
    this.#folder = folder
    this.backups = path.join(folder, 'backups')
    this.state = path.join(folder, 'state')
    this.place = path.join(folder, 'place')
    this.#settings = settings
  }

  /** @param settings of the server, DATA_DIR among them. */
  static async in(settings: Record<string, string>): Promise<NightlyBackup> {
    // The PostgreSQL of a rehearsal is another user, if the tests are root's.
    const folder = await mkdtemp('/var/tmp/naic-nightly-')
    await run('chmod', ['711', folder])
    const nightly = new NightlyBackup(folder, settings)
    for (const name of [nightly.backups, nightly.state]) await mkdir(name, { mode: 0o700 })
    await mkdir(nightly.place, { mode: 0o711 })
    return nightly
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true })
  }

  /** Runs what naic-backup.service does. */
  backUp(settings: Record<string, string> = {}): Promise<Ended> {
    return ended(this.start('naic-backup', settings))
  }

  /** Runs what naic-rehearsal.service does. */
  rehearse(settings: Record<string, string> = {}): Promise<Ended> {
    return ended(this.start('naic-rehearsal', settings))
  }

  /** In a process group of its own. */
  start(
    name: 'naic-backup' | 'naic-rehearsal',
    settings: Record<string, string> = {},
  ): ChildProcess {
    return spawn(path.resolve('deploy', name), [this.backups], {
      detached: true,
      env: {
        ...process.env,
        SITE_URL: 'https://naic.example',
        BACKUP_USER: 'root',
        BACKUP_STATE: this.state,
        REHEARSAL_PLACE: this.place,
        ...this.#settings,
        ...settings,
      },
    })
  }

  /** The finished ones, the oldest first. */
  async files(): Promise<string[]> {
    const names = (await readdir(this.backups)).filter((name) => name !== '.lock')
    return names.toSorted().map((name) => path.join(this.backups, name))
  }

  async newest(): Promise<string> {
    const file = (await this.files()).at(-1)
    if (file === undefined) throw new Error('There is no backup.')
    return file
  }

  async word(name: 'backup' | 'rehearsal'): Promise<Record<string, string>> {
    return JSON.parse(await readFile(path.join(this.state, `${name}.json`), 'utf8'))
  }

  /** A pair of keys of age. @returns the public one, and the file of the private one. */
  async makeKey(): Promise<{ recipient: string; identity: string }> {
    const identity = path.join(await mkdtemp(path.join(this.#folder, 'key-')), 'identity')
    await run('age-keygen', ['-o', identity])
    const { stdout } = await run('age-keygen', ['-y', identity])
    return { recipient: stdout.trim(), identity }
  }
}

async function ended(child: ChildProcess): Promise<Ended> {
  const streams = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''))
  const [[code], ...said] = await Promise.all([once(child, 'close'), ...streams])
  return { code: code as number | null, said: said.join('') }
}
