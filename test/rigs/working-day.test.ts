import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { formData } from '#support/ashas-form.ts'
import { council as runInProcess, wordsOf } from '#support/council.ts'
import { messageForm } from '#support/ravis-message.ts'
import { RunningSite } from '#support/start-site.ts'

// The name that bin/council gives its process, by which help and errors call it.
vi.hoisted(() => (process.title = 'council'))

/** Invented people: a name, a domain, a college, a year. */
const people = [
  ['Asha Example', 'Data Science', 'Example Polytechnic', '3rd Year'],
  ['Ravi Sample', 'Java Development', 'Sample University', '2nd Year'],
  ['Meera Invented', 'Data Science', 'Example Polytechnic', '1st Year'],
  ['Kabir Example', 'Cyber Security', 'Sample University', 'Graduated'],
  ['Zoya Pretend', 'Data Science', 'Nowhere Institute', '4th Year'],
  ['Thomas Noname', 'Graphic Design', 'Nowhere Institute', '2nd Year'],
] as const

let site: RunningSite
/** The folder in which the staff type. */
let folder: string
beforeAll(async () => {
  site = await RunningSite.start({ SITE_URL: 'https://naic.example' })
  folder = await mkdtemp(path.join(tmpdir(), 'naic-day-'))
})
afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true })
})

async function send(address: string, body: FormData): Promise<void> {
  expect((await fetch(site.url + address, { method: 'POST', body })).status).toBe(201)
}

/** The server looks twice a minute for what commands have left to be sent. */
const lettersOut = () =>
  expect
    .poll(() => site.query('SELECT id FROM letter WHERE sent_at IS NULL'), { interval: 200 })
    .toEqual([])

/** @returns what the terminal shows of a command, as it is typed in the folder. */
async function council(typed: string): Promise<string> {
  const [, input] = / < (\S+)$/.exec(typed) ?? []
  const stdin = input ? await readFile(path.join(folder, input), 'utf8') : ''
  const who = { DATA_DIR: site.dataDir, SUDO_USER: 'nandini', COLUMNS: '96' }
  const { shown } = await runInProcess(wordsOf(typed, folder), { environment: who, stdin })
  return shown.replaceAll(`${folder}/`, '')
}

/** What is another at each run becomes the same, and as long as it was. */
function settled(transcript: string): string {
  const ids = new Map<string, string>()
  return (
    transcript
      .replaceAll(/\bNAIC\d\d[A-Z0-9]{8}\b/g, (id) => {
        const same = ids.get(id) ?? `NAIC26EXAMPLE${ids.size + 2}`
        ids.set(id, same)
        return same
      })
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-11-23T05:00:00.000Z')
      .replaceAll(/\d{4}-\d\d-\d\d/g, theDay)
      .replaceAll(/: \d{1,2} \w{3,4} \d{4}(?!, \d+:)/g, ': 23 Nov 2026')
      // In a table, spaces follow.
      .replaceAll(/\d{1,2} \w{3,4} \d{4}, \d{1,2}:\d\d [ap]m( {2,})?/g, (_, inTable) =>
        inTable ? '23 Nov 2026, 10:30 am  ' : '23 Nov 2026, 10:30 am',
      )
      .replaceAll(site.dataDir, '/var/lib/naic')
  )
}

const theDay = '2026-11-23'
const today = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())

test('the day in docs/working-day.md goes as it says', async () => {
  for (const [at, [name, domain, college, year]] of people.entries()) {
    const email = `${name.toLowerCase().replace(' ', '.')}@example.com`
    const phone = `+91 98765 4321${at}`
    const message = `I would like to learn ${domain}.`
    const who = { name, email, phone, college, year }
    const form = formData({ ...who, domain, message, internship: '', linkedin: '' })
    await send('/api/internship/apply/', form)
  }
  await send('/api/contact/', messageForm({ subject: 'My certificate' }))
  await lettersOut()
  const page = path.resolve('docs/working-day.md')
  // Words, and between them what was typed or is in a file.
  const told = (await readFile(page, 'utf8')).split(/^```\n([^]*?)^```$/m)
  for (let at = 1; at < told.length; at += 2) {
    const block = told[at] ?? ''
    const [, file] = /`(\S+)`:\n\n$/.exec(told[at - 1] ?? '') ?? []
    const [, words = ''] = /^\$ council (.+)\n/.exec(block) ?? []
    if (file) await writeFile(path.join(folder, file), block)
    if (words === 'outbox') await lettersOut()
    const now = file
      ? block
      : `$ council ${words}\n${(await council(words.replaceAll(theDay, today()))).trimEnd()}\n`
    told[at] = `\`\`\`\n${now}\`\`\``
  }
  // "npx vitest run test/rigs/working-day.test.ts --update" writes anew what comes back.
  await expect(settled(told.join(''))).toMatchFileSnapshot(page)
})
