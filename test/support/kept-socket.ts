import { freePort } from '@naic/site/server/dev/free-port.ts'

/** What Node's own `net` binds with, which has no way to bind a port and accept nothing there. */
type Binding = {
  TCP: new (kind: number) => { bind(host: string, port: number): number; fd: number; close(): void }
  constants: { SERVER: number }
}

export type KeptSocket = Awaited<ReturnType<typeof keepSocket>>

/**
 * A socket kept as systemd keeps that of `deploy/naic.socket`: every server that is started with it gets it as
 * its descriptor 3, and what comes between two of them waits. Unlike systemd's, it listens from the first
 * server on.
 */
export async function keepSocket() {
  const { binding } = process as unknown as { binding(name: string): Binding }
  const { TCP, constants } = binding('tcp_wrap')
  const handle = new TCP(constants.SERVER)
  const port = await freePort()
  const fault = handle.bind('127.0.0.1', port)
  if (fault !== 0) throw new Error(`Port ${port} cannot be had: ${fault}.`)
  // Only the process that is to serve knows its own number.
  const given = 'export LISTEN_PID=$$ LISTEN_FDS=1; exec "$0" "$@"'
  return {
    port,
    /** How the server is started with it. */
    options: {
      command: ['sh', '-c', given, 'node', 'apps/site/server/serve.js'],
      stdio: ['ignore', 'pipe', 'pipe', handle.fd] as ('ignore' | 'pipe' | number)[],
    },
    close: () => handle.close(),
  }
}
