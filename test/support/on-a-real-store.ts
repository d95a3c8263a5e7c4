import { randomUUID } from 'node:crypto'
import { describe, inject } from 'vitest'
import { readConfig } from '@naic/house/config.ts'
import { bucketOfTheRun, swiftKeys } from './start-swift.ts'

export const onARealStore = (name: string, tests: (store: RealStore) => void): void =>
  void describe(name, () => tests(new RealStore()))

export class RealStore {
  readonly swift = inject('swift')
  readonly port = Number(new URL(this.swift.endpoint).port)

  /** Settings for a place in its bucket that nobody else uses. @param port of a way to the store. */
  settings(port = this.port): Record<string, string> {
    const place = `${bucketOfTheRun}/${randomUUID()}`
    return { FILES_URL: `s3://${place}?endpoint=http://127.0.0.1:${port}`, ...swiftKeys }
  }

  /** The same place as settings lead to, as a config has it. */
  place(settings = this.settings()) {
    const { bucket } = readConfig(settings)
    if (!bucket) throw new Error('FILES_URL is not set.')
    return bucket
  }
}
