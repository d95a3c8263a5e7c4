import { type Bytes, concat, equal, fromBase64, toBase64, utf8 } from './bytes.ts'
import { bodyOf, fromVkey, keyId, type NoteKey, toVkey } from './checkpoint.ts'
import { verifyEd25519 } from './cryptography.ts'

/**
 * What a witness signs who has seen a checkpoint, and that it continues the one that he saw before
 * (c2sp.org/tlog-cosignature, Ed25519): `cosignature/v1`, the time, and the note's text. The line
 * holds the key's id, the time in 8 bytes, the higher ones first, and the signature.
 */
const cosigner = 0x04

/** In seconds since 1970: as far as dates go. */
const latestDate = 8_640_000_000_000

/** A witness's public key as one line. */
export const toWitnessVkey = (key: NoteKey): Promise<string> => toVkey(key, cosigner)

/** @returns undefined for what is no key of a witness. */
export const fromWitnessVkey = (vkey: string): Promise<NoteKey | undefined> =>
  fromVkey(vkey, cosigner)

/**
 * @param seconds since 1970, when the checkpoint was seen.
 * @returns the line to be added to the note.
 */
export async function cosignatureLine(
  note: string,
  key: NoteKey,
  seconds: number,
  sign: (data: Bytes) => Promise<Bytes>,
): Promise<string> {
  const time = new Uint8Array(8)
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds))
  const signature = await sign(cosignedText(note, seconds))
  const payload = concat(await keyId(key, cosigner), time, signature)
  return `— ${key.name} ${toBase64(payload)}\n`
}

/**
 * Reads what a witness says of a checkpoint; whether the log signed it, `openCheckpoint` says.
 *
 * @returns the newest of its cosignatures, its `time` in seconds since 1970 and its `line` in the note
 *   with the line break; undefined if there is none, or one of them is wrong.
 */
export async function readCosignature(note: string, key: NoteKey) {
  const id = await keyId(key, cosigner)
  let newest: { time: number; line: string } | undefined
  for (const line of note.slice(bodyOf(note).length + 1).split(/(?<=\n)/)) {
    const [, name, encoded = ''] = /^— ([^\s+]+) (\S+)\n$/.exec(line) ?? []
    const payload = fromBase64(encoded)
    if (name !== key.name || !payload || !equal(payload.slice(0, 4), id)) continue
    if (payload.length !== 76) return undefined
    const time = Number(new DataView(payload.buffer).getBigUint64(4))
    // 0 says that there is none.
    if (time === 0 || time > latestDate) return undefined
    const text = cosignedText(note, time)
    if (!(await verifyEd25519(key.publicKey, text, payload.slice(12)))) return undefined
    if (!newest || time > newest.time) newest = { time, line }
  }
  return newest
}

const cosignedText = (note: string, seconds: number): Bytes =>
  utf8(`cosignature/v1\ntime ${seconds}\n${bodyOf(note)}`)
