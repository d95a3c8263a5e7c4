import type { Database } from '../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Registry } from '../registry/registry.ts'

/** Something that is not as it was stored. */
export type Fault = {
  /** What it is of, such as "resume". */
  of: string
  /** One line that names it. */
  says: string
  /** What to do. */
  advice: string
}

export type StoredPlaces = {
  database: Database
  files: FileStore
  /** Where files are kept, if that is a folder: for what lies there and is none of ours. */
  resumesFolder: string | undefined
  /** Where letters are files. */
  mailFolder: string | undefined
  /** Whose log is checked; undefined: none is. */
  registry: Registry | undefined
}

/** How far a check is; `total` is 0 where nobody knows. */
export type Progress = (what: string, done: number, total: number) => void
