import { Point } from '@noble/ed25519'
import { hash as hashOf } from 'node:crypto'
import { type Bytes, concat, utf8 } from '@naic/ledger/format/bytes.ts'
import { verifyWithLibrary } from '@naic/ledger/format/cryptography-library.ts'
import { isPlainPoint, isReduced } from '@naic/ledger/format/cryptography.ts'

/**
 * Signatures at the edges of Ed25519, about which implementations are known to differ ("Taming the
 * many EdDSAs", Chalkias et al. 2020; ZIP 215): points of small order and of mixed order, second
 * forms of a point or a number, each as key and in the signature, with numbers that fulfil the
 * equation with or without the cofactor where there is one.
 */
export type EdgeSignature = { name: string; publicKey: Bytes; message: Bytes; signature: Bytes }

const { p: prime, n: order } = Point.CURVE()

function littleEndian(number: bigint, length = 32): Bytes {
  return Uint8Array.from({ length }, (_, at) => Number((number >> BigInt(8 * at)) & 255n))
}

const numberOf = (bytes: Uint8Array) =>
  bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)

/** With numbers that the library refuses: as large as the order, or larger. */
function times(point: Point, number: bigint): Point {
  let sum = Point.ZERO
  let power = point
  for (let rest = number; rest > 0n; rest >>= 1n) {
    if (rest & 1n) sum = sum.add(power)
    power = power.double()
  }
  return sum
}

/** The eight points of small order; the first is the neutral one. */
const smallOrder = (() => {
  for (let y = 2n; ; y += 1n) {
    try {
      const point = times(Point.fromBytes(littleEndian(y)), order)
      if (!times(point, 4n).is0())
        return Array.from({ length: 8 }, (_, at) => times(point, BigInt(at)))
    } catch {
      // No point of the curve has this y.
    }
  }
})()

/** All forms of 32 bytes that a lenient reader takes for the point; its one right form first. */
function formsOf(point: Point): Bytes[] {
  const { x, y } = point.toAffine()
  const ys = [y, y + prime].filter((one) => one < 1n << 255n)
  const signs = x === 0n ? [0n, 1n] : [x & 1n]
  return ys.flatMap((one) => signs.map((sign) => littleEndian(one | (sign << 255n))))
}

/** Second forms of points of no small order, which only those with a y below 19 have. */
const secondForms = [3n, 4n, 5n, 6n, 9n, 10n].map((y) => littleEndian(y + prime))

const secret = 0x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdefn
const nonce = 0x0fedcba987654321fedcba987654321fedcba987654321fedcba987654321fedn

/** A point's bytes; what it is of the base point, as far as is known, and which of small order is added. */
type Part = { kind: string; bytes: Bytes; number: bigint; added: number }

const partsOf = (number: bigint): Part[] => [
  ...smallOrder.map((small, added) => ({
    kind: added === 0 ? 'honest' : 'of mixed order',
    bytes: new Uint8Array(Point.BASE.multiply(number).add(small).toBytes()),
    number,
    added,
  })),
  ...smallOrder.flatMap((small, added) =>
    formsOf(small).map((bytes) => ({ kind: 'of small order', bytes, number: 0n, added })),
  ),
  ...secondForms.map((bytes) => ({ kind: 'in a second form', bytes, number: 0n, added: 0 })),
]

const messages = Array.from({ length: 64 }, (_, at) => utf8(`Message ${at}`))

function signaturesOf(key: Part, point: Part): EdgeSignature[] {
  const challenges = messages.map((message) => {
    const hash = hashOf('sha512', concat(point.bytes, key.bytes, message), 'buffer')
    return { message, challenge: numberOf(hash) % order }
  })
  // The one is right without the cofactor as well; the other, mostly, with it alone.
  const cancels = (challenge: bigint) =>
    (BigInt(point.added) + challenge * BigInt(key.added)) % 8n === 0n
  const chosen = [
    challenges.find(({ challenge }) => cancels(challenge)),
    challenges.find(({ challenge }) => !cancels(challenge)),
  ].filter((one) => one !== undefined)
  return chosen.flatMap(({ message, challenge }) => {
    const number = (point.number + challenge * key.number) % order
    return [number, number + order, number + 7n * order].map((half, at) => ({
      name: `key ${key.kind}, point ${point.kind}, ${cancels(challenge) ? '' : 'not '}cancelling, order added ${at}`,
      publicKey: key.bytes,
      message,
      signature: concat(point.bytes, littleEndian(half)),
    }))
  })
}

export const edgeSignatures: readonly EdgeSignature[] = partsOf(secret % order).flatMap((key) =>
  partsOf(nonce % order).flatMap((point) => signaturesOf(key, point)),
)

/** @returns those that the library is asked about at all, and what it says. */
export const libraryVerdicts = () =>
  edgeSignatures.flatMap(({ publicKey, message, signature }) => {
    const areAllPlain = [publicKey, signature.subarray(0, 32)].every((one) => isPlainPoint(one))
    if (!areAllPlain || !isReduced(signature.subarray(32))) return []
    const bytes = [publicKey, message, signature].map((each) => Array.from(each))
    return { bytes, isRight: verifyWithLibrary(publicKey, message, signature) }
  })
