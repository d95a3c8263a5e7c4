import { Program } from '../program.ts'

/** The least that a server on Fastify is. */
const server = `
  import fastify from 'fastify'
  const app = fastify()
  app.get('/', () => 'Here')
  await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
`

/** What starts it, on the port that the environment names. */
export const fastifyAlone = [process.execPath, '--input-type=module', '-e', server]

export const startFastify = (port: number): Promise<Program> =>
  Program.start(fastifyAlone, `http://127.0.0.1:${port}`, { PORT: String(port) })
