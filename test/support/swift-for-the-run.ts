import type { TestProject } from 'vitest/node'
import { signedFetch } from './start-swift.ts'
import { startSwift, type Swift } from './start-swift.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The store of this run with its bucket, or why there is none. */
    swift: Swift | string
  }
}

export const bucketOfTheRun = 'naic-tests'

/** One store for all tests of a run, which takes seconds to start. */
export default async function startForTheRun(project: TestProject): Promise<() => Promise<void>> {
  const swift = await startSwift()
  if (typeof swift === 'string') {
    console.warn(`\nNot tested on a real S3 store: ${swift}\n`)
    project.provide('swift', swift)
    return async () => undefined
  }
  const { stop, ...facts } = swift
  const made = await signedFetch(`${swift.endpoint}/${bucketOfTheRun}`, { method: 'PUT' })
  if (!made.ok) throw new Error(`The bucket could not be made: ${await made.text()}`)
  project.provide('swift', facts)
  return stop
}
