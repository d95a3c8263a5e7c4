import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'

type Open<Opened> = () => Opened | Promise<Opened>

/** Opens something before each test, and removes, closes or stops it after. @returns the open one. */
export const eachTest = <Opened extends object>(open: Open<Opened>) =>
  opened(open, beforeEach, afterEach)

/** The same once, for all tests of the file or of the `describe` around it. */
export const allTests = <Opened extends object>(open: Open<Opened>) =>
  opened(open, beforeAll, afterAll)

function opened<Opened extends object>(
  open: Open<Opened>,
  before: (begin: () => Promise<void>) => void,
  after: (end: () => unknown) => void,
): Opened {
  let now: Opened | undefined
  before(async () => {
    now = await open()
  })
  after(async () => {
    const ended = (now ?? {}) as Partial<Record<'remove' | 'close' | 'stop', () => unknown>>
    now = undefined
    if (ended.remove) await ended.remove()
    else if (ended.close) await ended.close()
    else await ended.stop?.()
  })
  const current = () => now ?? expect.fail('It is not open yet.')
  return new Proxy({} as Opened, {
    get(_, name) {
      const value: unknown = Reflect.get(current(), name)
      return typeof value === 'function' ? value.bind(current()) : value
    },
    set: (_, name, value) => Reflect.set(current(), name, value),
    // So that it can be spread as well.
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(current(), name),
  })
}

export const newFolder = async () => folderAt(await mkdtemp(path.join(tmpdir(), 'naic-')))

export const folderAt = (folder: string) => ({
  path: folder,
  file: (...names: string[]) => path.join(folder, ...names),
  remove: () => rm(folder, { recursive: true, force: true }),
  [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
})
