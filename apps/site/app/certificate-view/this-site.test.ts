import { expect, test, vi } from 'vitest'
import { thisSite } from './this-site.ts'

test('the site is asked where two signals cannot be one: before Chrome 116 and Safari 17.4', async () => {
  const fetched = vi.fn(async () => new Response())
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('AbortSignal', { timeout: () => new AbortController().signal })
  try {
    await thisSite.fetch('/log/keys', { stop: new AbortController().signal })
  } finally {
    vi.unstubAllGlobals()
  }
  expect(fetched).toHaveBeenCalledOnce()
})
