import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHttpServer } from './http-server.ts'
import { portOf } from '@naic/test/support/port-of.ts'

const pace = { bytes: 2_000, everyMs: 100 }

/** A server with one answer to everything, and a connection to it. */
async function connectTo(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createHttpServer(answer, { pace, silenceMs: 1_000 })
  const port = await portOf(server)
  const atServer = once(server, 'connection') as Promise<[Socket]>
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  let heard = ''
  socket.on('data', (chunk) => (heard += chunk))
  return { socket, atServer: (await atServer)[0], heard: () => heard }
}

const statuses = (heard: string) => [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, s]) => s)
const post = (body: string, ...lines: string[]) =>
  ['POST / HTTP/1.1', 'Host: localhost', `Content-Length: ${body.length}`, ...lines, '', body].join(
    '\r\n',
  )

test('a form that has been read leaves nothing on the connection that brought it', async () => {
  const { socket, atServer, heard } = await connectTo((request, response) => {
    request.resume().once('end', () => response.end())
  })
  const before = atServer.listenerCount('close')
  for (let forms = 1; forms <= 20; forms += 1) {
    socket.write(post('a form'))
    await vi.waitFor(() => expect(statuses(heard())).toHaveLength(forms))
  }
  await vi.waitFor(() => expect(atServer.listenerCount('close')).toBe(before))
})

test('a client that sends far too many requests at once gets a few answers and is closed', async () => {
  const answered: ServerResponse[] = []
  const { socket, heard } = await connectTo((_request, response) => answered.push(response))
  const closed = once(socket, 'close')
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(500))
  await vi.waitFor(() => expect(answered.length).toBeGreaterThan(0))
  for (const response of answered) response.end()
  await closed
  expect(answered).toHaveLength(16)
  expect(statuses(heard())).toEqual([...Array.from({ length: 16 }, () => '200'), '503'])
})

test('a client that does not read its answer is cut off', async () => {
  const { socket, atServer } = await connectTo((_request, response) =>
    response.end(Buffer.alloc(50_000_000)),
  )
  const closed = once(atServer, 'close')
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await closed
})
