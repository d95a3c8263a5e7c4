import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RealStore } from '#support/on-a-real-store.ts'
import type { NamedWrite } from '#support/kill-at.ts'
import { PostgresPlace } from '#support/postgres-places.ts'
import { runCouncil } from '#support/council.ts'
import { type RunningNginx, siteName, startNginx } from '#support/start-nginx.ts'
import { startRelay } from '#support/start-relay.ts'
import { RunningSite } from '#support/start-site.ts'
import { issueIn } from '#support/issue-in.ts'

type Relay = Awaited<ReturnType<typeof startRelay>>

const madeKey = () =>
  generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'der' })
    .toString('base64')

/** One of the copies, with a relay of its own, by which it is known who handed over what. */
export class Copy {
  readonly site: RunningSite
  readonly relay: Relay
  /** At each kill: the letters that were in anybody's hands then, as `id until when`. */
  readonly heldAtKills: Set<string>[] = []
  readonly #place: PostgresPlace

  constructor(site: RunningSite, relay: Relay, place: PostgresPlace) {
    this.site = site
    this.relay = relay
    this.#place = place
  }

  get port(): number {
    return Number(new URL(this.site.url).port)
  }

  async dieAt(write: NamedWrite): Promise<void> {
    await this.site.bootToDie(write)
    const rows = await this.#place.query<{ id: string; until: string }>(
      'SELECT id, leased_until AS until FROM letter WHERE sent_at IS NULL AND leased_until IS NOT NULL',
    )
    this.heldAtKills.push(new Set(rows.map(({ id, until }) => `${id} ${until}`)))
  }

  /** Whether it took forms of both kinds, and looked certificates up, by its own log. */
  hasServed(): boolean {
    const lines = this.site.output.split('\n').filter((line) => line.includes('"answered"'))
    return ['/api/internship/apply', '/api/contact', '/api/certificates'].every((route) =>
      lines.some((line) => line.includes(`"${route}`) && /"status":20[01]/.test(line)),
    )
  }
}

/** Two copies of the real program behind a real nginx, on a database and a bucket that they share. */
export class TwoCopies {
  readonly place = new PostgresPlace()
  readonly copies: Copy[] = []
  readonly settings: Record<string, string>
  /** Of the council, which works beside the copies. */
  folder = ''
  #nginx: RunningNginx | undefined

  constructor(store: RealStore) {
    this.settings = {
      DATABASE_URL: this.place.url,
      ...store.settings(),
      // The second of each is for a rotation.
      CREDENTIALS_KEYS: `${madeKey()},${madeKey()}`,
      LOG_KEYS: `${madeKey()},${madeKey()}`,
      SITE_URL: `https://${siteName}`,
      TRUST_PROXY: '127.0.0.1',
      SUBMISSIONS_PER_MINUTE: '1000000',
      LETTERS_PER_HOUR: '1000000',
      LOOKUPS_PER_MINUTE: '1000000',
    }
  }

  /** Both at the same moment, on an empty database; and the council, which issues a certificate. */
  async begin() {
    this.folder = await mkdtemp(path.join(tmpdir(), 'naic-copies-'))
    await this.place.createEmpty()
    const [issued] = await Promise.all([
      issueIn(this.of('desk'), { holder: 'Asha Rao' }),
      this.#startCopy(0),
      this.#startCopy(1),
    ])
    const ports = this.copies.map(({ port }) => port)
    this.#nginx = await startNginx(ports, 'deploy/nginx-copies.conf')
    return issued
  }

  get nginx(): RunningNginx {
    if (!this.#nginx) throw new Error('nginx was not started.')
    return this.#nginx
  }

  async #startCopy(number: number): Promise<void> {
    const relay = await startRelay()
    // A relay takes its time, so that a kill finds letters half handed over.
    relay.takesMs = () => Math.random() * 60
    const settings = { ...this.settings, SMTP_URL: `smtp://127.0.0.1:${relay.port}` }
    const site = await RunningSite.start(settings)
    this.copies[number] = new Copy(site, relay, this.place)
  }

  /** What leads the council to it from a machine that has the settings and nothing else. */
  of = (machine: string) => ({ ...this.settings, DATA_DIR: path.join(this.folder, machine) })

  council(words: readonly string[], machine: string) {
    return runCouncil(path.join(this.folder, machine), words, this.settings)
  }

  /** As if the database took the copies that were killed for dead already. */
  async endLeases(): Promise<number> {
    const ended = await this.place.query<{ id: string }>(
      "UPDATE letter SET leased_until = '2026-01-01T00:00:00.000Z' WHERE sent_at IS NULL AND leased_until IS NOT NULL RETURNING id",
    )
    return ended.length
  }

  /** How often each letter was taken by a relay, and from which copies. */
  handedOver(): Map<string, Copy[]> {
    const letters = new Map<string, Copy[]>()
    for (const copy of this.copies) {
      for (const { message } of copy.relay.taken) {
        const [, id = ''] = /^Message-ID: <(.+)@/im.exec(message.toString('latin1')) ?? []
        letters.set(id, [...(letters.get(id) ?? []), copy])
      }
    }
    return letters
  }

  async end(): Promise<void> {
    await this.#nginx?.stop()
    for (const { site, relay } of this.copies) {
      await site.stop()
      await relay.stop()
    }
    await this.place.remove()
    if (this.folder) await rm(this.folder, { recursive: true })
  }
}
