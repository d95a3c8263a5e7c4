import type { AddressInfo } from 'node:net'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'
import { ConfigError } from '@naic/store/config-error.ts'

/** The first file descriptor that systemd hands over: SD_LISTEN_FDS_START of sd_listen_fds(3). */
const firstDescriptor = 3

/**
 * The listening socket that systemd made, keeps, and hands over at every start, so that what comes between
 * two servers waits in its queue (decision 125).
 *
 * @returns its file descriptor; undefined if this process was given none.
 * @throws ConfigError if it was given more than one.
 */
export function givenSocket(environment: NodeJS.Dict<string>, pid = process.pid) {
  // A process that was given sockets may start others, which inherit the variables and not the sockets.
  if (environment['LISTEN_PID'] !== String(pid)) return undefined
  const count = environment['LISTEN_FDS']
  if (count === '1') return firstDescriptor
  throw new ConfigError(
    `LISTEN_FDS is ${count}, and one socket is served. Leave one ListenStream= in the socket's unit.`,
  )
}

/**
 * Listens at the address, or on the socket that was given.
 *
 * @throws ConfigError if what was given cannot listen, or has another port; as listening does.
 */
export async function listenAt(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  given: number | undefined,
): Promise<void> {
  if (given === undefined) {
    await app.listen({ host, port })
    return
  }
  // Of Node's own options, which Fastify passes on; the host keeps it from looking for other addresses.
  const options: FastifyListenOptions & { fd: number } = { host, fd: given }
  try {
    await app.listen(options)
  } catch (error) {
    throw new ConfigError(
      `LISTEN_FDS promises a socket, but file descriptor ${given} cannot listen (${(error as NodeJS.ErrnoException).code}). Its unit needs a ListenStream= with a TCP port, and no Accept=yes.`,
    )
  }
  const { port: listening } = app.server.address() as AddressInfo
  // The council's commands ask the server at the port that is set, and a link in a letter may name it.
  if (port === 0 || port === listening) return
  throw new ConfigError(
    `The port is set to ${port}, but the socket that systemd hands over has ${listening}. Write the same into ListenStream= of its unit.`,
  )
}
