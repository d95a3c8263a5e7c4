import { readFile } from 'node:fs/promises'

/**
 * Whose program listens on a port of this machine.
 *
 * @returns the name of the account, or its number; undefined where the system does not say (it is not
 *   Linux), or nobody listens any more.
 */
export async function whoListens(port: number): Promise<string | undefined> {
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map(linesOf))
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  // Local address, remote address, state ("0A" listens), two columns of queues, and the account.
  const uid = tables
    .flat()
    .map((line) => line.trim().split(/\s+/))
    .find(([, local = '', , state]) => local.endsWith(wanted) && state === '0A')?.[7]
  if (uid === undefined) return undefined
  const accounts = (await linesOf('/etc/passwd')).map((line) => line.split(':'))
  return accounts.find(([, , number]) => number === uid)?.[0] ?? uid
}

const linesOf = async (file: string) => (await readFile(file, 'utf8').catch(() => '')).split('\n')
