import { type Bytes, concat, equal, fromBase64, toBase64, toHex, utf8 } from './bytes.ts'
import { sha256, verifyEd25519 } from './cryptography.ts'

/** What the log says of itself at one moment (c2sp.org/tlog-checkpoint). */
export type Checkpoint = { origin: string; size: number; root: Bytes }

/** A key that signs notes (c2sp.org/signed-note); the name is the log's origin. */
export type NoteKey = {
  name: string
  publicKey: Bytes
  /** Of the checkpoints for which it counts, both included; without them, it counts for all. */
  sizes?: { from: number; to: number | null }
}

/** What a key signs: notes, or cosignatures with a time (c2sp.org/tlog-cosignature). */
type NoteKeyType = 0x01 | 0x04

const ed25519 = 0x01

/** @returns the signed note. */
export const signCheckpoint = (
  { origin, size, root }: Checkpoint,
  key: NoteKey,
  sign: (data: Bytes) => Promise<Bytes>,
): Promise<string> => cosignCheckpoint(`${origin}\n${size}\n${toBase64(root)}\n\n`, key, sign)

/** @returns the note with a line more: who believes another of its signatures believes it still. */
export async function cosignCheckpoint(
  note: string,
  key: NoteKey,
  sign: (data: Bytes) => Promise<Bytes>,
): Promise<string> {
  const body = bodyOf(note)
  const signature = concat(await keyId(key), await sign(utf8(body)))
  return `${note}— ${key.name} ${toBase64(signature)}\n`
}

/**
 * Believes a signed note only if one of its signatures is by one of the keys, and none is wrong that
 * says it is. Signatures by others are passed over.
 *
 * @returns undefined for anything malformed, unsigned or wrongly signed, and for size 0.
 */
export async function openCheckpoint(
  note: string,
  keys: readonly NoteKey[],
): Promise<Checkpoint | undefined> {
  const body = bodyOf(note)
  const lines = note.slice(body.length + 1).split('\n')
  // What follows the last line break is not a line.
  if (lines.pop() !== '' || forbidden.test(note)) return undefined
  const checkpoint = parseBody(body)
  if (!checkpoint) return undefined
  let isSigned = false
  for (const line of lines) {
    const [, name, encoded = ''] = /^— ([^\s+]+) (\S+)$/.exec(line) ?? []
    const signature = fromBase64(encoded)
    if (!signature || signature.length < 5) return undefined
    if (name !== checkpoint.origin) continue
    const key = await findKey(keys, name, signature.slice(0, 4))
    if (!key || (key.sizes && !isWithin(checkpoint.size, key.sizes))) continue
    if (!(await verifyEd25519(key.publicKey, utf8(body), signature.slice(4)))) return undefined
    isSigned = true
  }
  return isSigned ? checkpoint : undefined
}

export const isWithin = (size: number, { from, to }: NonNullable<NoteKey['sizes']>): boolean =>
  size >= from && (to === null || size <= to)

/** Control characters but the line break, and halves of characters. */
const forbidden = /[^\P{Cc}\n]|\p{Surrogate}/u

async function findKey(keys: readonly NoteKey[], name: string, id: Bytes) {
  for (const key of keys) {
    if (key.name === name && equal(id, await keyId(key))) return key
  }
  return undefined
}

/** The key as one line for log tools: name+hash+key. */
export async function toVkey(key: NoteKey, type: NoteKeyType = ed25519): Promise<string> {
  const encoded = toBase64(concat(Uint8Array.of(type), key.publicKey))
  return `${key.name}+${toHex(await keyId(key, type))}+${encoded}`
}

/** @returns undefined for what is no such line, or the line of a key of another type. */
export async function fromVkey(vkey: string, type: NoteKeyType = ed25519) {
  const [, name = '', , encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey) ?? []
  const bytes = fromBase64(encoded)
  if (bytes?.length !== 33 || bytes[0] !== type) return undefined
  const key = { name, publicKey: bytes.slice(1) }
  return (await toVkey(key, type)) === vkey ? key : undefined
}

/** The first 4 bytes of a key's signatures in a note. */
export async function keyId({ name, publicKey }: NoteKey, type: NoteKeyType = ed25519) {
  return (await sha256(concat(utf8(`${name}\n`), Uint8Array.of(type), publicKey))).slice(0, 4)
}

/** @returns what a note says, signed or not; undefined for what is no checkpoint. */
export const readUnsigned = (note: string): Checkpoint | undefined => parseBody(bodyOf(note))

/** @returns the text of a note that is signed; empty for what is no note. */
export const bodyOf = (note: string): string => note.slice(0, note.lastIndexOf('\n\n') + 1)

function parseBody(body: string): Checkpoint | undefined {
  const [, origin = '', digits = '', encoded = ''] =
    /^([^\n]+)\n([1-9]\d{0,15})\n([^\n]+)\n(?:[^\n]+\n)*$/.exec(body) ?? []
  const root = fromBase64(encoded)
  const size = Number(digits)
  if (root?.length !== 32 || !Number.isSafeInteger(size)) return undefined
  return { origin, size, root }
}
