import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { DatabaseSync, StatementSync } from 'node:sqlite'

/** A write at which a program is killed, as by a power cut. */
export type NamedWrite = {
  /**
   * The end of a transaction that writes to a table, on either engine; a file that gets its name, or is
   * removed; or bytes that are sent to another program.
   */
  at: 'commit' | 'rename' | 'remove' | 'send'
  /** The table, what the path has in it, or a pattern of the bytes. */
  of: string
  nth?: number
  /** Whether it is killed when the write is done, or answered, and nobody was told. */
  when?: 'before' | 'after'
}

/** Settings with which any program of ours, built or not, is killed at a write: its threads have this file too. */
export const killAt = (write: NamedWrite): Record<string, string> => ({
  NODE_OPTIONS: `--import=${import.meta.url}`,
  KILL_AT: JSON.stringify(write),
})

const given = process.env['KILL_AT']
if (given) dieAt(JSON.parse(given) as NamedWrite)

function dieAt({ at, of, nth = 1, when = 'before' }: NamedWrite): void {
  const die = () => process.kill(process.pid, 'SIGKILL')
  let seen = 0
  /** @returns whether it is the one, and has to be died after. */
  const meets = () => {
    seen += 1
    if (seen === nth && when === 'before') die()
    return seen === nth
  }
  if (at === 'commit') {
    const writes = new RegExp(`(insert into|update|delete from) "?${of}\\b`, 'i')
    dieInSqlite(writes, meets, die)
    // Each a message of its own: its kind, its length, its text (a "simple query" of the protocol).
    const ofPostgres = {
      begins: /^Q.{4}BEGIN/s,
      needs: writes,
      is: /^Q.{4}COMMIT\0/s,
      done: /COMMIT\0/,
    }
    dieOnTheWire(ofPostgres, meets, die)
  } else if (at === 'send') {
    dieOnTheWire({ is: new RegExp(of), done: /^(?!HTTP\/1\.1 100)/ }, meets, die)
  } else {
    const name = at === 'rename' ? 'rename' : 'rm'
    const work = promises[name] as (...paths: unknown[]) => Promise<void>
    const dying = async (...paths: unknown[]) => {
      const isLast = String(at === 'rename' ? paths[1] : paths[0]).includes(of) && meets()
      await work(...paths)
      if (isLast) die()
    }
    Object.assign(promises, { [name]: dying })
    syncBuiltinESMExports()
  }
}

type Meets = () => boolean

function dieInSqlite(writes: RegExp, meets: Meets, die: () => void): void {
  let hasWritten = false
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function dying(sql) {
    if (sql.startsWith('BEGIN')) hasWritten = false
    const isLast = sql === 'COMMIT' && hasWritten && meets()
    exec.call(this, sql)
    if (isLast) die()
  }
  for (const name of ['run', 'all'] as const) {
    const work = StatementSync.prototype[name] as (...values: unknown[]) => unknown
    const noting = function noting(this: StatementSync, ...values: unknown[]) {
      hasWritten ||= writes.test(this.sourceSQL)
      return work.apply(this, values)
    }
    Object.assign(StatementSync.prototype, { [name]: noting })
  }
}

/** Bytes that have `is` in them, if since `begins` there were some that have `needs`; and how they are answered. */
type Wire = { begins?: RegExp; needs?: RegExp; is: RegExp; done: RegExp }

/** PostgreSQL, a bucket and a relay are all at the other end of a socket. */
function dieOnTheWire({ begins, needs, is, done }: Wire, meets: Meets, die: () => void): void {
  const isNeeded = new WeakSet<object>()
  const isAwaited = new WeakSet<object>()
  const { write, push } = net.Socket.prototype
  const textOf = (chunk: unknown) =>
    chunk instanceof Uint8Array ? Buffer.from(chunk).toString('latin1') : String(chunk)
  net.Socket.prototype.write = function dying(this: net.Socket, ...sent: unknown[]) {
    const text = textOf(sent[0])
    if (begins?.test(text)) isNeeded.delete(this)
    if (needs?.test(text)) isNeeded.add(this)
    if (is.test(text) && (!needs || isNeeded.has(this)) && meets()) isAwaited.add(this)
    return (write as (...sent: unknown[]) => boolean).apply(this, sent)
  } as typeof write
  net.Socket.prototype.push = function dying(this: net.Socket, chunk, ...rest) {
    if (isAwaited.has(this) && chunk && done.test(textOf(chunk))) die()
    return push.call(this, chunk, ...rest)
  }
}
