import { createServer, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { Bucket, type BucketPlace } from './bucket.ts'
import { portOf } from '@naic/test/support/port-of.ts'

const at = (endpoint: string): BucketPlace => ({
  name: 'naic',
  prefix: '',
  region: 'us-east-1',
  endpoint,
  isInPath: true,
  address: `${endpoint}/naic`,
  credentials: () => ({ accessKeyId: 'AKIA', secretAccessKey: 'hunter2' }),
})
const hurried = { connectMs: 300, silenceMs: 300, answerMs: 900, retryMs: 500 }
const body = { open: () => Readable.from([Buffer.from('x')]), bytes: 1, sha256: '0'.repeat(64) }

/** A bucket at a server that is no store. */
async function bucketAt(answer: (response: ServerResponse) => void): Promise<Bucket> {
  const server = createServer((_request, response) => answer(response))
  onTestFinished(() => void server.close())
  return new Bucket(at(`http://127.0.0.1:${await portOf(server)}`), hurried)
}

test('a server that is no store, but answers 200 to everything, is not believed', async () => {
  const bucket = await bucketAt((response) => response.end('Welcome!'))
  await expect(bucket.put('key', body)).rejects.toThrow(/answered 200 NoETag/)
  await expect(bucket.get('key')).rejects.toThrow(/answered 200 NoETag/)
  await expect(bucket.list('', 10)).rejects.toThrow(/answered 200 NoList/)
})

test('a refusal by another server, such as a proxy, is reported by its status', async () => {
  const bucket = await bucketAt((response) => response.writeHead(403).end('<h1>No entry<br></h1>'))
  await expect(bucket.get('key')).rejects.toThrow(/answered 403: these credentials have no right/)
})
