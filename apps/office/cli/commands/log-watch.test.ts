import { readdir, stat } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { forgeSite } from '@naic/test/support/forged-site.ts'
import { council } from '@naic/test/support/council.ts'
import { startApi } from '@naic/test/support/start-api.ts'
import { openWatcherDesk } from '@naic/test/support/watcher-desk.ts'
import { allTests } from '@naic/test/support/opened.ts'

let vkey: string

/** No setting is right here, and no data folder can be made. */
const environment = { DATA_DIR: '/dev/null/data', PORT: 'none', SITE_URL: 'none' }
const typed = (...words: string[]) => council(words, { environment })

const watch = (url: string, ...more: string[]) =>
  typed('log', 'watch', url, '--state', desk.file('state'), ...more)

const desk = allTests(() => openWatcherDesk())
beforeAll(async () => {
  const made = await typed('witness', 'make', 'college.example/witness', '--key', desk.file('key'))
  vkey = made.stdout.trim()
})
const api = allTests(() => startApi({ SITE_URL: 'https://naic.example', WITNESSES: vkey }))
const site = allTests(() => forgeSite(api.url))

test('a key is made once, for its owner alone', async () => {
  expect((await stat(desk.file('key'))).mode & 0o777).toBe(0o600)
  const again = await typed('witness', 'make', 'other.example', '--key', desk.file('key'))
  expect(again).toMatchObject({ code: 1, stdout: '' })
  expect(again.stderr).toContain('is there already')
})

test('a look signs what it saw, hands it in, and the site serves it with its checkpoint', async () => {
  const first = await watch(site.url)
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toMatch(/17 entries, whole in themselves[.] This was the first look/)
  // The forged site refuses the cosignature.
  site.forged.set('/log/cosignatures', 403)
  const refused = await watch(site.url, '--key', desk.file('key'))
  expect(refused).toMatchObject({ code: 0 })
  expect(refused.stdout).toContain('give the council the line')

  const more = ['--state', desk.file('direct'), '--key', desk.file('key')]
  const there = await typed('log', 'watch', api.url, ...more)
  expect(there.stdout).toContain('The site has taken the cosignature.')
  const cosigned = await desk.read('direct.cosigned')
  expect(await (await fetch(`${api.url}/log/checkpoint`)).text()).toBe(cosigned)
  expect((await stat(desk.file('direct.cosigned'))).mode & 0o777).toBe(0o644)
})

test('a file that cannot be used is named, with what to do', async () => {
  const nowhere = ['--state', desk.file('nowhere/state')]
  const unkept = await typed('log', 'watch', site.url, ...nowhere)
  expect(unkept).toMatchObject({ code: 1, stdout: '' })
  expect(unkept.stderr).toMatch(/beside .+nowhere.state[.] See that its folder is there/)
  const keyless = await watch(site.url, '--key', desk.file('nowhere/key'))
  expect(keyless).toMatchObject({ code: 1, stdout: '' })
  expect(keyless.stderr).toMatch(/There is no .+nowhere.key[.] "witness make" makes one[.]/)
})

test('an alarm and a site that does not answer have their own exit codes, and a sentence each', async () => {
  site.forged.set('/log/checkpoint', 500)
  const away = await watch(site.url)
  expect(away).toMatchObject({ code: 1, stdout: '' })
  expect(away.stderr).toMatch(
    /^Nothing could be seen[.] .+ answers with 500[.] The last look .+\n$/,
  )
  const note = await (await fetch(`${api.url}/log/checkpoint/17`)).text()
  site.forged.set('/log/checkpoint', note.replace('\n17\n', '\n16\n'))
  const fault = await watch(site.url)
  expect(fault).toMatchObject({ code: 3, stdout: '' })
  expect(fault.stderr).toMatch(/^ALARM: .+ is not signed by a key .+\n$/)
  expect(JSON.parse(await desk.read('state.evidence')).fault).toContain('not signed')
  site.forged.clear()
  expect(await watch(site.url)).toMatchObject({ code: 0, stderr: '' })
  expect(await readdir(desk.folder)).not.toContainEqual(expect.stringMatching(/[.]tmp$/))
})

test.each([
  [['https://naic.example/log'], 2],
  [['http://127.0.0.1:9', '--key', '/dev/null'], 1],
  [['http://127.0.0.1:9', '--origin-key', 'naic.example'], 2],
])('log watch %s ends with %i', async (words, code) => {
  const [url = '', ...more] = words
  const ended = await typed('log', 'watch', url, '--state', desk.file('none'), ...more)
  expect(ended).toMatchObject({ code, stdout: '' })
  expect(ended.stderr).toMatch(/^.*[A-Za-z]{3}/)
  expect(ended.stderr).not.toContain('    at ')
})
