import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { startCouncilBesideServer } from '@naic/test/support/council-beside-server.ts'
import { filesWith } from '@naic/test/support/files-with.ts'
import { issueIn } from '@naic/test/support/issue-in.ts'

test('what a certificate says is erased from every file, though a server runs, and nothing else', async () => {
  const beside = await startCouncilBesideServer()
  const [id, other] = [
    await issueIn(beside.settings, { holder: 'Unmistakable Holder', email: 'holder0@example.com' }),
    await issueIn(beside.settings, { holder: 'Another One', email: 'holder1@example.com' }),
  ]
  await beside.sendLetters()
  const { dataDir } = beside.api
  const saidOf = (one: string) => {
    using sqlite = new DatabaseSync(path.join(dataDir, 'naic.sqlite'), { readOnly: true })
    const query = sqlite.prepare('SELECT said FROM credential WHERE certificate_id = ?')
    return String(query.get(one)?.['said'])
  }
  const gone = [saidOf(id), 'Unmistakable', 'holder0@example.com']
  const kept = saidOf(other)
  for (const one of gone) expect(await filesWith(dataDir, one), one).not.toEqual([])
  const served = async (one: string) =>
    (await fetch(`${beside.api.url}/credentials/${one}.json`)).status
  expect(await served(id)).toBe(200)

  const nobodys = await beside.council('certificates', 'erase', 'naic25zzzzz')
  expect(nobodys).toMatchObject({ code: 1, shown: 'There is no certificate NAIC25ZZZZZ.\n' })
  const erased = await beside.council('certificates', 'erase', id.toLowerCase(), '--yes')
  expect(erased).toMatchObject({ code: 0, stderr: '' })
  expect(erased.stdout).toContain(`${id} is erased.\nRemoved: what the certificate says`)
  expect(erased.stdout).toContain('Kept: its ID, its hash and its entry in the log')
  expect(erased.stdout).toContain('Backups that were made before still have it')
  // The server has read it before, and no longer answers with it.
  expect([await served(id), await served(other)]).toEqual([410, 200])
  for (const one of gone) expect(await filesWith(dataDir, one), one).toEqual([])
  expect(await filesWith(dataDir, kept)).not.toEqual([])
  expect((await beside.council('log', 'verify')).stdout).toContain(
    '1 of the certificates were erased',
  )
  await beside.close()
})
