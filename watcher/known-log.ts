import type { ChainLink } from './fetch-log.ts'
import type { KnownKey } from './known-keys.ts'

/** What a watcher remembers of a log: enough to hold all that it says later against it. */
export type KnownLog = {
  /** Name of the log. */
  origin: string
  size: number
  /** The signed checkpoint of that size. */
  note: string
  /** Hashes of the subtrees that the tree consists of, in Base64. */
  edge: string[]
  keys: KnownKey[]
  /** Index of the first entry of the second edition; null where there is none yet. */
  secondEditionFrom: number | null
  /** The newest entry that names a status list, which the one that is served can be held against. */
  statusList: { h: string; index: number } | null
  /** The newest checkpoints, oldest first: the site must go on giving out the same ones. */
  chain: ChainLink[]
}

/** So many checkpoints are asked for again at each look. */
export const rememberedLinks = 20
