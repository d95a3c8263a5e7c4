import type { Bytes } from '#credential/bytes.ts'

/** Where the log stands: its newest checkpoint, whose signature was checked. */
export type Head = { size: number; root: Bytes; note: string }
