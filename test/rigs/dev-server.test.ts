import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formData } from '../support/ashas-form.ts'
import { DevServer } from '../support/start-dev-server.ts'

/** Edits of a copy of the sources, while a browser keeps asking. */

let dev: DevServer
beforeAll(async () => {
  dev = await DevServer.start()
})
afterAll(() => dev.stop())

/** Asks until the answer is right; being refused meanwhile is a failure. */
async function answers(path: string, text: string): Promise<void> {
  while (!(await dev.read(path)).includes(text)) await sleep(50)
}

test('a change of the server is answered by the next API, and nobody is refused meanwhile', async () => {
  await answers('/api/none', 'There is no such address.')
  await dev.edit(
    'apps/site/server/http/create-app.ts',
    'There is no such address.',
    'Nothing is here.',
  )
  await answers('/api/none', 'Nothing is here.')
})

test('a change of what server and pages share counts for both', async () => {
  expect(await dev.status('/verify/NAIC00NONE')).toBe(404)
  await dev.edit('apps/site/app/server-context/load-context.ts', 'unknown: 404', 'unknown: 410')
  while ((await dev.status('/verify/NAIC00NONE')) !== 410) await sleep(50)
  expect(await dev.read('/verify/NAIC25A7K2M')).toContain('Asha Example')
})

test('a change of words is on the pages and in the letters', async () => {
  await dev.edit('content/organisation.json', 'National Academic', 'Notional Academic')
  await answers('/about', 'Notional Academic')
  await dev.edit(
    'packages/admissions/letters/letters.ts',
    'Thank you for applying',
    'Many thanks for applying',
  )
  let letter: string | undefined
  for (let number = 1; letter === undefined; number += 1) {
    await dev.post('/api/internship/apply/', formData({ email: `asha${number}@example.com` }))
    await sleep(300)
    letter = (await dev.letters()).find((text) => text.includes('Many thanks'))
  }
  expect(letter).toContain('Notional Academic')
})

test("a change of the programme's words is in every text that names them", async () => {
  await dev.edit('content/programme.json', '"8-10"', '"8-99"')
  await answers('/internships', '8-99')
})

test('a change of a page needs no other API', async () => {
  const before = dev.apisStarted
  await dev.edit(
    'apps/site/app/pages/about/about-page.tsx',
    'Apply as a Student',
    'Apply as a Learner',
  )
  await answers('/about', 'Apply as a Learner')
  expect(dev.apisStarted).toBe(before)
})

test('after a mistake in the server, requests wait for the save that mends it', async () => {
  const before = dev.said.length
  await dev.edit(
    'apps/site/server/http/create-app.ts',
    'const noSuchAddress',
    'const const noSuchAddress',
  )
  const told = /create-app[.]ts[^]*SyntaxError[^]*The API has ended/
  while (!told.test(dev.said.slice(before))) await sleep(50)
  const waiting = Promise.all([dev.read('/api/none'), dev.read('/about')])
  await dev.edit(
    'apps/site/server/http/create-app.ts',
    'const const noSuchAddress',
    'const noSuchAddress',
  )
  const [answer, page] = await waiting
  expect(answer).toContain('Nothing is here.')
  expect(page).toContain('Apply as a Learner')
})
