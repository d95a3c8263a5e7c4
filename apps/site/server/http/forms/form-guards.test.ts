import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { createUploadGate } from './form-guards.ts'

let app: FastifyInstance
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

test('whoever does not read the answer to a form keeps no place', async () => {
  const muchToRead = Buffer.alloc(20_000_000)
  const gate = createUploadGate()
  app = fastify()
  let answered = 0
  app.post('/', { onRequest: gate.enter, onSend: gate.leave }, async () => {
    answered += 1
    return muchToRead
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const form = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n'
  for (let forms = 1; forms <= 201; forms += 1) {
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    socket.write(form)
    const [beginning] = await once(socket, 'data')
    expect(String(beginning)).toMatch(/^HTTP\/1\.1 200 /)
    socket.pause()
  }
  expect(answered).toBe(201)
})
