import { type Bytes, concat, equal, fromBase64, sha256, toBase64, utf8 } from './bytes.ts'
import { verifyEd25519 } from './ed25519.ts'

/** What the log says of itself at one moment (c2sp.org/tlog-checkpoint). */
export type Checkpoint = { origin: string; size: number; root: Bytes }

/** A key that signs notes (c2sp.org/signed-note); the name is the log's origin. */
export type NoteKey = { name: string; publicKey: Bytes }

const ed25519 = Uint8Array.of(0x01)

/** The text that is signed; it ends with a line break. */
export const checkpointBody = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`

/** @returns the signed note. */
export async function signCheckpoint(
  checkpoint: Checkpoint,
  key: NoteKey,
  sign: (data: Bytes) => Promise<Bytes>,
): Promise<string> {
  const body = checkpointBody(checkpoint)
  const signature = concat(await keyId(key), await sign(utf8(body)))
  return `${body}\n— ${key.name} ${toBase64(signature)}\n`
}

/**
 * Reads a signed note and believes it only if one of its signatures is by one of the keys.
 *
 * @returns undefined for anything malformed, unsigned or wrongly signed, and for size 0.
 */
export async function openCheckpoint(
  note: string,
  keys: readonly NoteKey[],
): Promise<Checkpoint | undefined> {
  const end = note.lastIndexOf('\n\n')
  const body = note.slice(0, end + 1)
  const checkpoint = end === -1 ? undefined : parseBody(body)
  if (!checkpoint) return undefined
  for (const line of note.slice(end + 2).split('\n')) {
    const [, name, encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? []
    const signature = fromBase64(encoded)
    if (!signature) continue
    for (const key of keys) {
      if (key.name !== name || name !== checkpoint.origin) continue
      if (!equal(signature.slice(0, 4), await keyId(key))) continue
      if (await verifyEd25519(key.publicKey, utf8(body), signature.slice(4))) return checkpoint
    }
  }
  return undefined
}

/** The key as one line that others can put into their tools: name+hash+key. */
export async function toVkey(key: NoteKey): Promise<string> {
  const id = Array.from(await keyId(key), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${key.name}+${id}+${toBase64(concat(ed25519, key.publicKey))}`
}

export async function fromVkey(vkey: string): Promise<NoteKey | undefined> {
  const [, name = '', , encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey) ?? []
  const bytes = fromBase64(encoded)
  if (bytes?.length !== 33 || bytes[0] !== ed25519[0]) return undefined
  const key = { name, publicKey: bytes.slice(1) }
  return (await toVkey(key)) === vkey ? key : undefined
}

async function keyId({ name, publicKey }: NoteKey): Promise<Bytes> {
  return (await sha256(concat(utf8(`${name}\n`), ed25519, publicKey))).slice(0, 4)
}

function parseBody(body: string): Checkpoint | undefined {
  const [, origin = '', digits = '', encoded = ''] =
    /^([^\n]+)\n([1-9]\d{0,15})\n([^\n]+)\n(?:[^\n]+\n)*$/.exec(body) ?? []
  const root = fromBase64(encoded)
  const size = Number(digits)
  if (root?.length !== 32 || !Number.isSafeInteger(size)) return undefined
  return { origin, size, root }
}
