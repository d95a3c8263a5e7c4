import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { formData } from '#support/ashas-form.ts'
import { beginUpload } from '#support/half-upload.ts'
import { eachTest, newFolder } from '#support/opened.ts'
import { ServerProcess } from '#support/run-server.ts'
import { applyApi } from '#support/start-api.ts'

const SITE_URL = 'https://naic.example'
const refused = { status: 1, signal: null }

const dataDir = eachTest(newFolder)
const servers: ServerProcess[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) if (!server.hasEnded) await server.kill()
})

function start(dir = dataDir.path, command?: string[]): ServerProcess {
  const server = new ServerProcess({ DATA_DIR: dir, SITE_URL }, command && { command })
  servers.push(server)
  return server
}

async function expectRefused(server: ServerProcess) {
  expect(await server.ending).toEqual(refused)
  expect(server.errors).toMatch(
    /^The server did not start[.] DATA_DIR is .+ another server uses[.]/,
  )
  expect(server.errors.trimEnd()).not.toContain('\n')
}

describe('a data folder that a server uses', () => {
  test('is refused to another, and to the server for developing, which touch nothing there', async () => {
    const url = await start().listening()
    const upload = await beginUpload(url, dataDir.path)
    // As a backup does: what another process opens and closes does not free the folder.
    await readFile(dataDir.file('server.lock'))
    await expectRefused(start())
    const anotherName = `${dataDir.path}-too`
    await symlink(dataDir.path, anotherName)
    await expectRefused(start(anotherName))
    await rm(anotherName)
    expect(await readdir(dataDir.file('tmp'))).toHaveLength(1)
    upload.finish()
    expect(await upload.status()).toBe(201)
    await expectRefused(start(dataDir.path, ['node', 'apps/site/server/dev/dev-server.ts']))
  })

  test('is had by one of several that start at the same moment', async () => {
    const several = Array.from({ length: 4 }, () => start())
    const first = await Promise.any(
      several.map(async (server) => [await server.listening(), server]),
    )
    const others = several.filter((server) => server !== first[1])
    for (const other of others) await expectRefused(other)
    const answer = await fetch(`${first[0]}${applyApi}`, { method: 'POST', body: formData() })
    expect(answer.status).toBe(201)
  })
})

test('what was left unfinished is removed, unless a command may still be at it', async () => {
  const first = start()
  await first.listening()
  await first.kill()
  for (const name of ['keys/last-checkpoint', 'mail/letter.eml', 'tmp/upload']) {
    await mkdir(path.dirname(dataDir.file(name)), { recursive: true })
    await writeFile(dataDir.file(`${name}.${randomUUID()}.tmp`), 'half')
  }
  const unfinished = async () =>
    (await readdir(dataDir.path, { recursive: true })).filter((name) => name.endsWith('.tmp'))
  await start().listening()
  expect(await unfinished()).toEqual([expect.stringMatching(/^keys.last-checkpoint/)])
})
