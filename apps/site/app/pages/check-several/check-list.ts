import type { Verified } from '@naic/ledger/verify/examine-certificate.ts'

/** The result for one ID, and when it was checked. */
export type Outcome = Verified & { checkedAt: Date }
/** `outcome` is undefined until it was checked. */
export type Row = { id: string; outcome: Outcome | undefined }

export type Progress =
  | { state: 'idle' | 'checking' | 'stopped' | 'done' }
  /** The site was asked too often, and is asked again then. */
  | { state: 'waiting'; until: Date }

/** What stood in the list beside the IDs that are checked. */
export type Beside = { repeated: readonly string[]; others: readonly string[] }

const nothing: Beside = { repeated: [], others: [] }

/** `round` counts the lists that were begun. */
export type Snapshot = {
  round: number
  rows: readonly Row[]
  beside: Beside
  progress: Progress
}

type Verify = (id: string, stop: AbortSignal) => Promise<Verified>

/** How often it waits for one ID before it goes on to the next. */
const mostWaits = 3
/** However long a proxy says. */
const longestWaitSeconds = 120

/**
 * Checks IDs one after the other, never two at once, so that it asks no more of the server than a
 * visitor who types them.
 */
export class CheckList {
  readonly #verify: Verify
  readonly #listeners = new Set<() => void>()
  #snapshot: Snapshot = {
    round: 0,
    rows: [],
    beside: nothing,
    progress: { state: 'idle' },
  }
  #running = new AbortController()

  constructor(verify: Verify) {
    this.#verify = verify
  }

  /** Another object after each change. */
  readonly snapshot = (): Snapshot => this.#snapshot

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  start(ids: readonly string[], { repeated, others }: Beside = nothing): void {
    const beside = { repeated, others }
    this.#change({ round: this.#snapshot.round + 1, rows: ids.map(unchecked), beside })
    void this.#run()
  }

  stop(): void {
    this.#running.abort()
    this.#change({ progress: { state: 'stopped' } })
  }

  goOn(): void {
    void this.#run()
  }

  /** Only those that could not be checked, or not fully. */
  tryAgain(): void {
    const { rows } = this.#snapshot
    this.#change({
      rows: rows.map((row) => (mayChange(row) ? unchecked(row.id) : row)),
    })
    void this.#run()
  }

  async #run(): Promise<void> {
    this.#running.abort()
    const { signal } = (this.#running = new AbortController())
    this.#change({ progress: { state: 'checking' } })
    const next = () => this.#snapshot.rows.find(({ outcome }) => outcome === undefined)
    for (let row = next(); row; row = next()) {
      const { id } = row
      const verified = await this.#check(id, signal)
      if (signal.aborted) return
      const checked: Row = { id, outcome: { ...verified, checkedAt: new Date() } }
      this.#change({ rows: this.#snapshot.rows.map((each) => (each.id === id ? checked : each)) })
    }
    this.#change({ progress: { state: 'done' } })
  }

  /** Waits as long as the site says, if it was asked too often. */
  async #check(id: string, signal: AbortSignal): Promise<Verified> {
    for (let waits = 0; ; waits += 1) {
      const verified = await this.#verify(id, signal).catch(() => failed)
      const seconds = verified.state === 'busy' ? verified.waitSeconds : undefined
      if (seconds === undefined || waits === mostWaits || signal.aborted) return verified
      const waitMs = Math.min(seconds, longestWaitSeconds) * 1_000
      this.#change({ progress: { state: 'waiting', until: new Date(Date.now() + waitMs) } })
      await pause(waitMs, signal)
      if (signal.aborted) return verified
      this.#change({ progress: { state: 'checking' } })
    }
  }

  #change(changed: Partial<Snapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

/** Whether another attempt may have another result. */
export function mayChange({ outcome }: Row): boolean {
  switch (outcome?.state) {
    case 'busy':
    case 'failed':
    case 'away':
    case 'offline':
      return true
    case 'examined':
      return ['incomplete', 'unchecked'].includes(outcome.examination.verdict)
    default:
      return false
  }
}

const unchecked = (id: string): Row => ({ id, outcome: undefined })

const failed: Verified = { state: 'away' }

/** Ends early if it is stopped. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
