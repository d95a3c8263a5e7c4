import { type Bytes, fromBase64, toBase64 } from './bytes.ts'

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

export const formatReceipt = ({ index, proof, checkpoint }: Receipt): string =>
  [header, `index ${index}`, ...proof.map(toBase64), '', checkpoint].join('\n')

/** @returns undefined for anything that is not such a receipt. */
export function parseReceipt(text: string): Receipt | undefined {
  const end = text.indexOf('\n\n')
  const [first, second = '', ...hashes] = text.slice(0, end).split('\n')
  const [, digits = ''] = /^index (0|[1-9]\d{0,15})$/.exec(second) ?? []
  const proof = hashes.map(fromBase64)
  const hasHashes = (hash: Bytes | undefined): hash is Bytes => hash?.length === 32
  if (end === -1 || first !== header || digits === '' || !proof.every(hasHashes)) return undefined
  return { index: Number(digits), proof, checkpoint: text.slice(end + 2) }
}
