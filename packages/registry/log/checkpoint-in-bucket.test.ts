import { expect, test } from 'vitest'
import { Bucket } from '@naic/store/files/bucket.ts'
import { FaultyWire } from '@naic/test/support/faulty-wire.ts'
import { onARealStore, type RealStore } from '@naic/test/support/on-a-real-store.ts'
import { signedFetch } from '@naic/test/support/start-swift.ts'
import { openCheckpointInBucket } from './checkpoint-in-bucket.ts'
import {
  describeCheckpointPlace,
  type TrialPlace,
} from '@naic/test/support/describe-checkpoint-place.ts'
import { portOf } from '@naic/test/support/port-of.ts'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A test does not wait as long as a visitor does where nobody listens. */
const patience = { retryMs: 500 }

async function findPlace(real: RealStore, port: number): Promise<TrialPlace> {
  const wire = await FaultyWire.open(port)
  const place = real.place(real.settings(wire.port))
  return {
    open: async () => openCheckpointInBucket(new Bucket(place, patience), place),
    name: new RegExp(`s3://${place.name}/${place.prefix}last-checkpoint`),
    async files() {
      const page = await new Bucket(place).list(place.prefix, 100)
      return page.entries.map(({ key }) => key.slice(place.prefix.length))
    },
    goes: () => wire.close(),
    comesBack: () => wire.reopen(),
    remove: () => wire.close(),
  }
}

onARealStore('The last checkpoint in a bucket', (real) => {
  describeCheckpointPlace('A bucket that cannot compare', () => findPlace(real, real.port))

  describeCheckpointPlace('A bucket that compares', async () => {
    const store = await openComparingStore(real.swift.endpoint)
    const trial = await findPlace(real, store.port)
    const remove = async () => {
      await trial.remove()
      await store.close()
    }
    return { ...trial, remove }
  })

  test('A bucket that compares does not write over what another has written since', async () => {
    const store = await openComparingStore(real.swift.endpoint)
    const place = real.place(real.settings(store.port))
    const open = () => openCheckpointInBucket(new Bucket(place), place)
    const [own, other] = [open(), open()]

    await own.replace(undefined, 'first', undefined)
    await other.replace(undefined, 'late', undefined)
    const read = await own.read()
    expect(read?.note).toBe('first')
    await other.replace(read, 'second', undefined)
    await own.replace(read, 'late', undefined)
    expect((await own.read())?.note).toBe('second')
    await signedFetch(`${place.address}/${place.prefix}last-checkpoint`, { method: 'DELETE' })
    await own.replace(await own.read(), 'third', undefined)
    expect((await own.read())?.note).toBe('third')
    await store.close()
  })
})

/**
 * The store of the tests with what it lacks, and others have: a PUT with If-Match or If-None-Match
 * is done only where that is so, and is refused with 412 otherwise. It signs anew what it passes on.
 */
async function openComparingStore(endpoint: string) {
  let last: Promise<unknown> = Promise.resolve()
  const server = createServer((request, response) => {
    // One after the other, so that nothing comes between comparing and writing.
    last = last.then(async () => {
      const answer = await passOn(endpoint, request)
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'text/plain',
        ...(answer.headers.has('etag') ? { etag: answer.headers.get('etag') ?? '' } : {}),
      })
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  })
  return {
    port: await portOf(server),
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

async function passOn(endpoint: string, request: IncomingMessage): Promise<Response> {
  const { method = 'GET', url = '', headers } = request
  const address = endpoint + url
  const body = await buffer(request)
  if (method !== 'PUT') return signedFetch(address, { method })
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  const there = await signedFetch(address, { method: 'HEAD' })
  const isAsAsked =
    match === undefined
      ? noneMatch === undefined || there.status === 404
      : match === there.headers.get('etag')
  if (isAsAsked) return signedFetch(address, { method, body })
  return new Response('<Error><Code>PreconditionFailed</Code></Error>', { status: 412 })
}
