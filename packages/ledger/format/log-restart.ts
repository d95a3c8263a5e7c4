import { fromBase64, toBase64, utf8 } from './bytes.ts'
import { canonicalJson } from './canonical-json.ts'
import { type Checkpoint, isWithin, readUnsigned } from './checkpoint.ts'
import { verifyEd25519 } from './cryptography.ts'
import { countsAt, fromMultikey, type KeyRange, originOf } from './published-keys.ts'

/** A checkpoint, with the tree's root in Base64. */
type LogPoint = { origin: string; size: number; root: string }

/**
 * The council's word that its log goes on under another name, because a backup was restored and
 * entries were lost (decision 107). Three keys sign it.
 */
export type RestartStatement = {
  v: 1
  /** The most that the council knows to have been signed under the old name. */
  old: LogPoint
  /** With what the new name begins: so many of the old entries are left. */
  new: LogPoint
  /** RFC 3339. */
  at: string
  reason: string
  /** Multikeys: of the log under both names, and of credentials. */
  keys: Signers
  /** Ed25519 over `restartBytes`, in Base64. */
  signatures: Signers
}

const signers = ['old', 'new', 'credentials'] as const

type Signers = Record<(typeof signers)[number], string>

/** In letters. */
export const longestReason = 200

/** What the three keys sign: it can be taken for no note and no credential. */
export const restartBytes = ({
  signatures: _signatures,
  ...statement
}: Omit<RestartStatement, 'signatures'> & Partial<RestartStatement>) =>
  utf8(`restart/v1\n${canonicalJson(statement)}`)

export const pointOf = ({ origin, size, root }: Checkpoint): LogPoint => {
  return { origin, size, root: toBase64(root) }
}

export const readPoint = ({ origin, size, root }: LogPoint): Checkpoint | undefined =>
  readUnsigned(`${origin}\n${size}\n${root}\n\n`)

/**
 * Believes a statement, which may be anything, only if three keys signed it that count where it was
 * made: of the old log for the size that is left, of the new one from there on, of credentials for the
 * next entry.
 */
export async function verifyRestart(value: unknown, ranges: readonly KeyRange[]) {
  try {
    const statement = value as RestartStatement
    const { v, old, new: begun, keys, signatures, at, reason } = statement
    const isText = typeof reason === 'string' && reason !== '' && reason.length <= longestReason
    if (v !== 1 || !readPoint(old) || !readPoint(begun) || !isText || !(Date.parse(at) > 0)) return
    if (old.origin === begun.origin || begun.size > old.size) return
    if (begun.size === old.size && begun.root !== old.root) return
    const isOfLog = (range: KeyRange, { origin }: LogPoint) =>
      range.use === 'log' && originOf(range) === origin
    const isInForce = {
      old: (range: KeyRange) => isOfLog(range, old) && isWithin(begun.size, range),
      new: (range: KeyRange) => isOfLog(range, begun) && range.from > begun.size,
      credentials: (range: KeyRange) => range.use === 'credentials' && countsAt(range, begun.size),
    }
    const bytes = restartBytes(statement)
    for (const by of signers) {
      const range = ranges.find((one) => one.publicKeyMultibase === keys[by] && isInForce[by](one))
      const key = range && fromMultikey(range.publicKeyMultibase)
      const signature = fromBase64(signatures[by])
      if (!key || !signature || !(await verifyEd25519(key, bytes, signature))) return
    }
    return statement
  } catch {
    // Not of that form: whoever made it, the council did not.
    return undefined
  }
}

/**
 * Follows the statements from the name that a log was seen under to the one that it has.
 *
 * One by which entries were lost that were seen has to be signed by keys that were in force when they
 * were seen, or that such a statement handed over to. One that lost nothing of them can hide nothing:
 * the log still has to begin with what was seen.
 *
 * @param served what the site gives out as statements; anything at all.
 * @param seen `keys`: the Multikeys in force then; undefined to believe any of `ranges`.
 * @returns the statements, oldest first, and the one that left the least of what was seen, if any of
 *   that was lost; undefined unless each is rightly signed, and where the old log is another one.
 */
export async function restartsSince(
  served: unknown,
  seen: Checkpoint & { keys: readonly string[] | undefined },
  now: { origin: string; ranges: readonly KeyRange[] },
) {
  const statements: RestartStatement[] = Array.isArray(served) ? served : []
  const trusted = new Set(seen.keys)
  const chain: RestartStatement[] = []
  let left = seen.size
  let cut: RestartStatement | undefined
  for (let name = seen.origin; name !== now.origin;) {
    const next = statements.find((one) => one?.old?.origin === name && !chain.includes(one))
    const statement = next && (await verifyRestart(next, now.ranges))
    if (!statement) return undefined
    const { keys, new: begun } = statement
    const isTrusted = !seen.keys || (trusted.has(keys.old) && trusted.has(keys.credentials))
    if (isTrusted) trusted.add(keys.new)
    if (begun.size < left) {
      if (!isTrusted) return undefined
      left = begun.size
      cut = statement
    }
    chain.push(statement)
    name = begun.origin
  }
  const last = chain[0]?.old
  const isOther = last?.size === seen.size && last.root !== toBase64(seen.root)
  return last && !isOther ? { chain, cut } : undefined
}
