import { type Bytes, concat, equal, fromHex, toHex, utf8 } from './bytes.ts'
import { sha256 } from './cryptography.ts'

/**
 * Stamps of OpenTimestamps calendars: steps from the hash of a file to something that is in a block of
 * Bitcoin, in the format of python-opentimestamps 0.4.
 */

/** A step from one message to the next; only `append` and `prepend` have a content. */
type Operation = { tag: number; content: Bytes }

/** Who says that the message existed, and where. */
export type Attestation = { tag: string; content: Bytes }

/** Of one message: who attests it, and which other messages can be made of it. */
export type Timestamp = {
  attestations: readonly Attestation[]
  branches: readonly { operation: Operation; next: Timestamp }[]
}

export type Attested = { attestation: Attestation; message: Bytes }

const append = 0xf0
const prepend = 0xf1
const hashWithSha256 = 0x08
/** SHA-1, RIPEMD-160, Keccak-256, reversal and hexadecimal are not followed here. */
const withoutContent = new Set([hashWithSha256, 0x02, 0x03, 0x67, 0xf2, 0xf3])
const hasContent = (tag: number) => tag === append || tag === prepend
const isAttestation = 0x00
const moreFollow = 0xff

const bitcoinTag = '0588960d73d71901'
const calendarTag = '83dfe30d2ef90c8e'

/** What a stamp's file begins with, up to the digest: magic, version 1, SHA-256. */
export const fileHeader: Bytes = concat(
  utf8('\0OpenTimestamps\0\0Proof\0'),
  Uint8Array.of(0xbf, 0x89, 0xe2, 0xe8, 0x84, 0xe8, 0x92, 0x94, 1, hashWithSha256),
)

/** The limits of python-opentimestamps. */
const deepest = 256
const longestMessage = 4096
const longestPayload = 8192

/** @returns the SHA-256 of what was stamped, and the stamp; undefined for anything but an .ots file. */
export function parseStampFile(file: Bytes): { digest: Bytes; timestamp: Timestamp } | undefined {
  const { length } = fileHeader
  if (toHex(file.slice(0, length)) !== toHex(fileHeader)) return undefined
  const digest = file.slice(length, length + 32)
  const timestamp = parseTimestamp(file.slice(length + 32))
  return timestamp && { digest, timestamp }
}

/** @returns undefined for anything that is not a timestamp from first to last byte. */
export const parseTimestamp = (bytes: Bytes): Timestamp | undefined =>
  readWhole(bytes, (reader) => readTimestamp(reader, deepest))

/** Steps that calendars do not use, and messages beyond 4,096 bytes, lead nowhere. */
export async function followTimestamp(timestamp: Timestamp, message: Bytes): Promise<Attested[]> {
  const attested = timestamp.attestations.map((attestation) => ({ attestation, message }))
  for (const { operation, next } of timestamp.branches) {
    const result = await apply(operation, message)
    if (result) attested.push(...(await followTimestamp(next, result)))
  }
  return attested
}

/** @returns the block whose Merkle root the message is said to be. */
export const blockHeight = ({ tag, content }: Attestation): number | undefined =>
  tag === bitcoinTag ? readWhole(content, readNumber) : undefined

/** @returns the first block that is attested, and the Merkle root that it must have. */
export function firstBlock(attested: readonly Attested[]) {
  const blocks = attested.flatMap(({ attestation, message: root }) => {
    const height = blockHeight(attestation)
    return height === undefined || root.length !== 32 ? [] : [{ height, root }]
  })
  return blocks.sort((one, other) => one.height - other.height)[0]
}

/** @returns the address of the calendar that promised a block. */
export function calendarAddress({ tag, content }: Attestation): string | undefined {
  const address = tag === calendarTag ? readWhole(content, readSized) : undefined
  return address && new TextDecoder().decode(address)
}

async function apply({ tag, content }: Operation, message: Bytes): Promise<Bytes | undefined> {
  if (tag === hashWithSha256) return sha256(message)
  if (!hasContent(tag)) return undefined
  const result = tag === append ? concat(message, content) : concat(content, message)
  return result.length > longestMessage ? undefined : result
}

type Reader = { readonly bytes: Bytes; at: number }

/** Thrown by what reads, at the end of the bytes and beyond the format's limits. */
const refused = new RangeError('This is no timestamp.')

/** @returns undefined for bytes that are refused, and where not all of them were read. */
function readWhole<Value>(bytes: Bytes, read: (reader: Reader) => Value): Value | undefined {
  try {
    const reader = { bytes, at: 0 }
    const value = read(reader)
    return reader.at === bytes.length ? value : undefined
  } catch (error) {
    if (error === refused) return undefined
    throw error
  }
}

function readTimestamp(reader: Reader, depth: number): Timestamp {
  if (depth === 0) throw refused
  const attestations: Attestation[] = []
  const branches: { operation: Operation; next: Timestamp }[] = []
  for (let isLast = false; !isLast;) {
    let tag = readByte(reader)
    isLast = tag !== moreFollow
    if (!isLast) tag = readByte(reader)
    if (tag === isAttestation) {
      attestations.push({ tag: toHex(readBytes(reader, 8)), content: readSized(reader) })
      continue
    }
    if (!hasContent(tag) && !withoutContent.has(tag)) throw refused
    const content = hasContent(tag) ? readSized(reader, longestMessage) : new Uint8Array()
    branches.push({ operation: { tag, content }, next: readTimestamp(reader, depth - 1) })
  }
  return { attestations, branches }
}

function readBytes(reader: Reader, length: number): Bytes {
  const { bytes, at } = reader
  if (at + length > bytes.length) throw refused
  reader.at += length
  return bytes.slice(at, at + length)
}

const readByte = (reader: Reader): number => readBytes(reader, 1)[0] ?? 0

/** Seven bits a byte, the lowest first; the eighth says that more follow. */
function readNumber(reader: Reader): number {
  let number = 0
  for (let factor = 1; ; factor *= 128) {
    const byte = readByte(reader)
    number += (byte & 0x7f) * factor
    if (Math.max(number, factor) > Number.MAX_SAFE_INTEGER) throw refused
    if (byte < 0x80) return number
  }
}

function readSized(reader: Reader, longest = longestPayload): Bytes {
  const length = readNumber(reader)
  if (length > longest) throw refused
  return readBytes(reader, length)
}

/** @returns the stamp's file (.ots). @param digest SHA-256 of what was stamped. */
export const formatStampFile = (digest: Bytes, timestamp: Timestamp): Bytes =>
  concat(fileHeader, digest, formatTimestamp(timestamp))

/** @throws RangeError for a timestamp that leads nowhere, which the format cannot say. */
export function formatTimestamp({ attestations, branches }: Timestamp): Bytes {
  const items = [
    ...attestations.map(({ tag, content }) =>
      concat(Uint8Array.of(isAttestation), fromHex(tag) ?? new Uint8Array(), sized(content)),
    ),
    ...branches.map(({ operation: { tag, content }, next }) => {
      const written = hasContent(tag) ? sized(content) : content
      return concat(Uint8Array.of(tag), written, formatTimestamp(next))
    }),
  ]
  const last = items.pop()
  if (!last) throw new RangeError('A timestamp must lead somewhere.')
  return concat(...items.flatMap((item) => [Uint8Array.of(moreFollow), item]), last)
}

/** Puts together what was said of the same message: each step and each attestation once. */
export function mergeTimestamps(one: Timestamp, other: Timestamp): Timestamp {
  const branches = [...one.branches]
  for (const branch of other.branches) {
    const at = branches.findIndex(({ operation }) => isSame(operation, branch.operation))
    const same = branches[at]
    if (same) branches[at] = { ...same, next: mergeTimestamps(same.next, branch.next) }
    else branches.push(branch)
  }
  const isNew = (attestation: Attestation) =>
    !one.attestations.some((before) => isSame(before, attestation))
  const added = other.attestations.filter(isNew)
  return { attestations: [...one.attestations, ...added], branches }
}

/** Puts what is known by now in the place of attestations, each of the same message. */
export function replaceAttestations(
  { attestations, branches }: Timestamp,
  replacements: ReadonlyMap<Attestation, Timestamp>,
): Timestamp {
  const kept: Timestamp = {
    attestations: attestations.filter((attestation) => !replacements.has(attestation)),
    branches: branches.map(({ operation, next }) => {
      return { operation, next: replaceAttestations(next, replacements) }
    }),
  }
  return attestations.flatMap((one) => replacements.get(one) ?? []).reduce(mergeTimestamps, kept)
}

const isSame = (one: Operation | Attestation, other: Operation | Attestation) =>
  one.tag === other.tag && equal(one.content, other.content)

/** Bytes with their number before them. */
function sized(bytes: Bytes): Bytes {
  const digits: number[] = []
  let rest = bytes.length
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) digits.push((rest % 128) | 0x80)
  return concat(Uint8Array.of(...digits, rest), bytes)
}
