import { type Bytes, concat, equal, fromHex } from '../bytes.ts'
import {
  type Attestation,
  fileHeader,
  append,
  isAttestation,
  moreFollow,
  type Operation,
  prepend,
  type Timestamp,
} from './timestamp.ts'

/** Stamps as they are written and put together; reading them is `timestamp.ts`. */

/** @returns the stamp's file (.ots). @param digest SHA-256 of what was stamped. */
export const formatStampFile = (digest: Bytes, timestamp: Timestamp): Bytes =>
  concat(fileHeader, digest, formatTimestamp(timestamp))

/** @throws RangeError for a timestamp that leads nowhere, which the format cannot say. */
export function formatTimestamp({ attestations, branches }: Timestamp): Bytes {
  const items = [
    ...attestations.map(({ tag, payload }) =>
      concat(Uint8Array.of(isAttestation), fromHex(tag) ?? new Uint8Array(), sized(payload)),
    ),
    ...branches.map(({ operation, next }) =>
      concat(formatOperation(operation), formatTimestamp(next)),
    ),
  ]
  const last = items.pop()
  if (!last) throw new RangeError('A timestamp must lead somewhere.')
  return concat(...items.flatMap((item) => [Uint8Array.of(moreFollow), item]), last)
}

/** Puts together what was said of the same message: each step and each attestation once. */
export function mergeTimestamps(one: Timestamp, other: Timestamp): Timestamp {
  const branches = [...one.branches]
  for (const branch of other.branches) {
    const at = branches.findIndex(({ operation }) => isSameStep(operation, branch.operation))
    const same = branches[at]
    if (same) branches[at] = { ...same, next: mergeTimestamps(same.next, branch.next) }
    else branches.push(branch)
  }
  const added = other.attestations.filter((attestation) => !includes(one, attestation))
  return { attestations: [...one.attestations, ...added], branches }
}

/** Puts what is known by now in the place of attestations, each of the same message. */
export function replaceAttestations(
  { attestations, branches }: Timestamp,
  replacements: ReadonlyMap<Attestation, Timestamp>,
): Timestamp {
  const kept: Timestamp = {
    attestations: attestations.filter((attestation) => !replacements.has(attestation)),
    branches: branches.map(({ operation, next }) => ({
      operation,
      next: replaceAttestations(next, replacements),
    })),
  }
  return attestations.flatMap((one) => replacements.get(one) ?? []).reduce(mergeTimestamps, kept)
}

const isSameStep = (one: Operation, other: Operation) =>
  one.tag === other.tag && equal(one.argument, other.argument)

const includes = ({ attestations }: Timestamp, { tag, payload }: Attestation) =>
  attestations.some((one) => one.tag === tag && equal(one.payload, payload))

function formatOperation({ tag, argument }: Operation): Bytes {
  const hasArgument = tag === append || tag === prepend
  return concat(Uint8Array.of(tag), hasArgument ? sized(argument) : new Uint8Array())
}

/** Bytes with their number before them. */
function sized(bytes: Bytes): Bytes {
  const digits: number[] = []
  let rest = bytes.length
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) digits.push((rest % 128) | 0x80)
  return concat(Uint8Array.of(...digits, rest), bytes)
}
