import { type Bytes, fromBase64, toBase64 } from './bytes.ts'
import { isHash } from './merkle-tree.ts'

/** Proof that an entry is in the log, for the holder to keep (c2sp.org/tlog-proof). */
export type Receipt = {
  /** Of the entry, from 0. */
  index: number
  /** From the leaf's neighbour upward. */
  proof: Bytes[]
  /** The signed note that the proof leads to. */
  checkpoint: string
}

const header = 'c2sp.org/tlog-proof@v1'

const form =
  /^c2sp\.org\/tlog-proof@v1\n(?:extra (\S+)\n)?index (0|[1-9]\d{0,15})\n((?:[^\n]+\n)*)\n([^]+)$/

export const formatReceipt = ({ index, proof, checkpoint }: Receipt): string =>
  [header, `index ${index}`, ...proof.map(toBase64), '', checkpoint].join('\n')

/** Puts in data of its own, which the format allows and which proves nothing. */
export const withExtra = (receipt: string, data: Bytes): string =>
  receipt.replace('\n', `\nextra ${toBase64(data)}\n`)

/** @returns the receipt and its extra data, if it has any; undefined for what is no receipt. */
export function parseReceipt(text: string): (Receipt & { extra: Bytes | undefined }) | undefined {
  const [, extraText, digits, hashes, checkpoint] = form.exec(text) ?? []
  if (hashes === undefined || checkpoint === undefined) return undefined
  const extra = extraText === undefined ? undefined : fromBase64(extraText)
  if (extraText !== undefined && !extra) return undefined
  const index = Number(digits)
  const proof = hashes.split('\n').slice(0, -1).map(fromBase64)
  if (!Number.isSafeInteger(index) || !proof.every(isHash)) return undefined
  return { index, proof, checkpoint, extra }
}
