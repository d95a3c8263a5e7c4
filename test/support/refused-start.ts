import { expect } from 'vitest'
import { ServerProcess } from './run-server.ts'

const isRoot = process.getuid?.() === 0

/** As whom a process must keep to the permissions of files: root may do anything. */
export const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {}

/** Starts the server, which must refuse with exit code 1, without a stack. @returns its one sentence. */
export async function refusedStart(
  settings: Record<string, string>,
  user: ConstructorParameters<typeof ServerProcess>[1] = {},
): Promise<string> {
  const server = new ServerProcess(settings, user)
  const ending = await server.listening().then(
    () => 'goes on',
    () => server.ending,
  )
  if (ending === 'goes on') await server.kill()
  expect(server.errors).toMatch(/^The server did not start[.] .+[.]\n$/)
  expect(server.errors).not.toMatch(/^ +at |node:internal|Error:/m)
  expect(ending).toEqual({ status: 1, signal: null })
  return server.errors
}
