import { once } from 'node:events'
import { createServer } from 'node:net'
import { ConfigError } from '@naic/store/config-error.ts'

/** What an address to listen at is set by. */
type Names = { host: string; port: string }

export const ofMetrics: Names = { host: 'METRICS_HOST', port: 'METRICS_PORT' }

/** Listens for a moment, before anything else is done. @throws ConfigError that says why nobody can there. */
export async function tryAddress(
  { host, port }: { host: string; port: number },
  names: Names,
): Promise<void> {
  const server = createServer((early) => early.destroy()).listen({ host, port })
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new ConfigError(
      ['EADDRINUSE', 'EACCES'].includes(code)
        ? `${names.port}: port ${port} of ${host} is another program's, and what answers there is not ours, or this user may not use it (${code}). Choose another one from 1024.`
        : `${names.host}: ${host} is no address of this machine (${code}). Choose 127.0.0.1, or 0.0.0.0 or :: for all addresses.`,
    )
  }
  server.close()
  await once(server, 'close')
}
