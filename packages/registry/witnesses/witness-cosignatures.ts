import { bodyOf, openCheckpoint, readUnsigned } from '@naic/ledger/format/checkpoint.ts'
import { readCosignature } from '@naic/ledger/format/cosignature.ts'
import type { Database } from '@naic/store/database/database.ts'
import type { Log } from '@naic/store/log.ts'
import { logPublicKeys, originNow, type RegistryKeys } from '../keys/registry-keys.ts'
import type { Head } from '../log/log-state.ts'
import type { Inclusion } from '../log/log-tree.ts'
import type { TransparencyLog } from '../log/transparency-log.ts'

/** A witness as the settings name it. */
export type KnownWitness = {
  name: string
  /** 32 bytes, Ed25519. */
  publicKey: Uint8Array<ArrayBuffer>
  /** Both as one line (c2sp.org/signed-note), of type 0x04. */
  vkey: string
  /** Where the server asks it, without a slash at its end; undefined if it comes by itself. */
  url: string | undefined
}

/** Pages count what was signed within a day (`check-cosignatures.ts` of the ledger). */
const silentAfterMs = 24 * 60 * 60_000

/** @returns those whose cosignatures no page counts any more, or yet. */
export async function silentWitnesses<Witness extends { vkey: string }>(
  { read }: Pick<Database, 'read'>,
  witnesses: readonly Witness[],
  now = new Date(),
): Promise<Witness[]> {
  if (witnesses.length === 0) return []
  const since = new Date(now.getTime() - silentAfterMs).toISOString()
  const recent = read.selectFrom('witness_cosignature').select('vkey').distinct()
  const heard = await recent.where('cosigned_at', '>=', since).execute()
  return witnesses.filter(({ vkey }) => !heard.some((one) => one.vkey === vkey))
}

/** What a witness saw last. `note` is the checkpoint with its line. */
export type Sighting = { name: string; vkey: string; size: number; time: string; note: string }

export type Taken = Awaited<ReturnType<WitnessCosignatures['take']>>

/** Clocks differ. A cosignature from further ahead would keep out all later ones until then. */
const fastClockMs = 10 * 60_000

type Parts = {
  database: Database
  transparencyLog: Pick<TransparencyLog, 'origin' | 'state' | 'headOf' | 'tree'>
  log: Log
  witnesses: readonly KnownWitness[]
}

/** The cosignatures of the witnesses that the settings name. */
export class WitnessCosignatures {
  readonly witnesses: readonly KnownWitness[]
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
    this.witnesses = parts.witnesses
  }

  /**
   * Takes in a cosigned checkpoint, if it is one of this log by a witness that is known.
   *
   * @returns `contrary`: the log's own key signed it and the witness saw it, but it is not of this log.
   */
  async take(note: string, now = new Date()) {
    const checkpoint = readUnsigned(note)
    if (!checkpoint) return 'no checkpoint'
    const { transparencyLog } = this.#parts
    const { keys } = await transparencyLog.state()
    if (checkpoint.origin !== originNow(keys, transparencyLog.origin)) return 'another log'
    const cosignature = await this.#cosignatureIn(note)
    if (!cosignature) return 'unknown witness'
    const { size } = checkpoint
    const { witness, seconds, line } = cosignature
    const ours = await transparencyLog.headOf(size)
    if (!ours || bodyOf(ours.note) !== bodyOf(note)) return this.#refuseOther(note, witness, keys)
    if (seconds * 1000 > now.getTime() + fastClockMs) return 'too new'
    const time = new Date(seconds * 1000).toISOString()
    const last = (await this.newest()).find(({ vkey }) => vkey === witness.vkey)
    if (last && (last.size > size || (last.size === size && last.time > time))) return 'older'
    const row = { cosigned_at: time, line }
    await this.#parts.database.write((transaction) =>
      transaction
        .insertInto('witness_cosignature')
        .values({ vkey: witness.vkey, size, ...row })
        .onConflict((conflict) =>
          conflict
            .columns(['vkey', 'size'])
            .doUpdateSet(row)
            .where('witness_cosignature.cosigned_at', '<=', time),
        )
        .execute(),
    )
    return 'taken'
  }

  async #cosignatureIn(note: string) {
    for (const witness of this.witnesses) {
      const cosignature = await readCosignature(note, witness)
      if (cosignature) return { witness, seconds: cosignature.time, line: cosignature.line }
    }
    return undefined
  }

  /** The witness was shown a log that is not this one. */
  async #refuseOther(note: string, { name }: KnownWitness, keys: RegistryKeys) {
    const { transparencyLog, log } = this.#parts
    const opened = await openCheckpoint(note, logPublicKeys(keys, transparencyLog.origin))
    if (!opened) return 'another log'
    log.error(
      { witness: name, size: opened.size },
      'witnesses: a witness has seen a checkpoint by our key that is not in our log; see docs/stolen-key.md',
    )
    return 'contrary'
  }

  /** @returns what each witness saw last, in the order of the settings. */
  async newest(): Promise<Sighting[]> {
    if (this.witnesses.length === 0) return []
    const rows = await this.#parts.database.readTogether(
      this.witnesses.map(({ vkey }) =>
        this.#lines().where('vkey', '=', vkey).orderBy('size', 'desc').limit(1),
      ),
    )
    return this.witnesses.flatMap(({ name, vkey }, at) =>
      (rows[at] ?? []).map(({ size, cosigned_at: time, note, line }) => {
        return { name, vkey, size, time, note: note + line }
      }),
    )
  }

  #lines() {
    return this.#parts.database.read
      .selectFrom('witness_cosignature')
      .innerJoin('log_checkpoint', 'log_checkpoint.size', 'witness_cosignature.size')
      .select(['vkey', 'witness_cosignature.size as size', 'cosigned_at', 'note', 'line'])
  }

  /** @returns a checkpoint with the lines of those who signed it, in the order of the settings. */
  async cosigned({ size, note }: Pick<Head, 'size' | 'note'>): Promise<string> {
    if (this.witnesses.length === 0) return note
    const rows = await this.#lines().where('witness_cosignature.size', '=', size).execute()
    const lineOf = ({ vkey }: KnownWitness) => rows.find((one) => one.vkey === vkey)?.line ?? ''
    return note + this.witnesses.map(lineOf).join('')
  }

  /**
   * A receipt for the holder to keep, which somebody can hold against witnesses he knows without us.
   *
   * @param index of the entry.
   * @returns one under the checkpoint with most witnesses' lines, and of those the newest; undefined
   *   if no witness has seen the entry.
   */
  async cosignedReceipt(index: number): Promise<Inclusion | undefined> {
    if (this.witnesses.length === 0) return undefined
    const { database, transparencyLog } = this.#parts
    const vkeys = this.witnesses.map(({ vkey }) => vkey)
    const best = database.read
      .selectFrom('witness_cosignature')
      .select('size')
      .where('size', '>', index)
      .where('vkey', 'in', vkeys)
      .groupBy('size')
      .orderBy(({ fn }) => fn.countAll(), 'desc')
      .orderBy('size', 'desc')
      .limit(1)
    const [row] = await best.execute()
    const head = row && (await transparencyLog.headOf(row.size))
    if (!head) return undefined
    const place = { index, head: { ...head, note: await this.cosigned(head) } }
    return (await transparencyLog.tree.readProofs([place]))(place)
  }

  /**
   * Who has seen an entry of the log, and what proves it.
   *
   * @param sightings read before the entry was, so that the log is never smaller than they are.
   * @returns for each witness the key and a receipt that leads from the entry to what it signed.
   */
  async receiptsFor(sightings: readonly Sighting[], index: number) {
    const places = sightings.flatMap(({ vkey, size, note }) => {
      const root = readUnsigned(note)?.root ?? new Uint8Array()
      return size > index ? [{ vkey, place: { index, head: { size, root, note } } }] : []
    })
    if (places.length === 0) return []
    const all = places.map(({ place }) => place)
    const prove = await this.#parts.transparencyLog.tree.readProofs(all)
    return Promise.all(
      places.map(async ({ vkey, place }) => ({ vkey, receipt: (await prove(place)).receipt })),
    )
  }
}
