import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import type { Request } from '@playwright/test'

export async function bytesOf(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}

/** The server packs what it has in memory tighter after its start, when it has the time. */
export async function untilPacked(url: string): Promise<void> {
  const lastMoment = performance.now() + 60_000
  while (performance.now() < lastMoment) {
    const answer = await fetch(url, { headers: { 'Accept-Encoding': 'br' } })
    const bytes = Number(answer.headers.get('content-length') ?? Infinity)
    if (bytes <= brotliCompressSync(await answer.text()).length * 1.02) return
    await sleep(500)
  }
  throw new Error(`${url} was not packed within a minute.`)
}
