import { spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { RunningSite } from '#support/start-site.ts'
import { OpenDesk } from '#support/open-desk.ts'
import { applyAll, nameOf } from '../applicants-by-number.ts'
import { goToDesk, sessionOf, wakeOutbox } from '../desk-test.ts'
import { desktopOnly, expect, test } from '../site-test.ts'

/** A season of the council: from 120 forms to certificates, and one person who asks to be forgotten. */

const count = 120
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())
const domains = ['Data Science', 'Java Development', 'Python Programming'] as const
/** Of the catalogue, one for each of the domains. */
const internships = [4, 9, 8]
const forgotten = { name: 'Omana Forgotten', email: 'omana.forgotten@example.com' }

/** Nobody takes a decision back. */
const atOnce = { LETTER_DELAY_SECONDS: '0' }

let site: RunningSite
test.beforeAll(async () => {
  site = await RunningSite.start({ SUBMISSIONS_PER_MINUTE: '100000', LOOKUPS_PER_MINUTE: '10000' })
})
test.afterAll(() => site.stop())

/** What a member of the staff types. @returns what is printed; standard error where nothing is. */
function council(...words: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('node', ['apps/office/cli/council.ts', ...words], {
    env: { ...process.env, DATA_DIR: site.dataDir, SITE_URL: site.url, ...atOnce },
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

const answersOf = (number: number) => ({
  name: nameOf(number),
  email: `a${number}@example.com`,
  ...(number === 7 ? forgotten : {}),
  domain: domains[number % 3] ?? '',
  college: `College ${number % 10}`,
})

async function sheet(name: string, rows: readonly string[]): Promise<string> {
  const file = path.join(site.dataDir, name)
  await writeFile(file, [...rows, ''].join('\n'))
  return file
}

test(
  'a season, from 120 applications to certificates',
  desktopOnly,
  async ({ page, complaints }) => {
    const ids = await applyAll(site, count, answersOf)
    const references = ids.map(referenceOf)
    const all = council('applications', 'list', '--json')
    expect(JSON.parse(all.said.slice(0, all.said.lastIndexOf(']') + 1))).toHaveLength(count)
    expect(council('applications', 'stats', '--by', 'domain').said).toMatch(/Data Science\s.*40/)
    const filtered = council('applications', 'list', '--college', 'college 3', '--csv').said
    expect(filtered.match(/NAIC-\w{4}-\w{4}/g)).toHaveLength(12)

    await test.step('some are answered at the desk, with the keys', async () => {
      const desk = await OpenDesk.open({
        DATA_DIR: site.dataDir,
        SITE_URL: site.url,
        ...atOnce,
      })
      await goToDesk(page, await sessionOf(desk), '/applications?college=College+3')
      await page
        .getByRole('link', { name: /^Applicant/ })
        .first()
        .click()
      for (const key of ['s', 'a', 'd']) {
        const send = page.getByRole('button', { name: /^Send the letter and/ })
        await expect(async () => {
          await page.keyboard.press(key)
          await expect(send).toBeEnabled({ timeout: 1_000 })
        }).toPass()
        await send.press('Enter')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      await expect(page.locator('option', { hasText: 'shortlisted 1' })).toBeAttached()
      await page.goto('about:blank')
      await desk.close()
    })

    await test.step('the others by a sheet, seen before anything goes out', async () => {
      const rest = references.slice(40, 120)
      const wrong = await sheet('wrong.csv', ['reference,status', `${rest[0]},shortlistd`])
      expect(council('applications', 'set-status', '--sheet', wrong, '--yes')).toMatchObject({
        status: 1,
        said: expect.stringContaining('line 2: '),
      })
      const shortlist = await sheet('s.csv', [
        'reference,status',
        ...rest.map((reference) => `${reference},shortlisted`),
      ])
      const dry = council('applications', 'set-status', '--sheet', shortlist, '--dry-run')
      expect(dry.status).toBe(0)
      expect(council('applications', 'list', '--status', 'shortlisted').said).not.toContain(rest[0])
      expect(council('applications', 'set-status', '--sheet', shortlist, '--yes').status).toBe(0)
      const accept = await sheet('a.csv', [
        'reference,status',
        ...rest.slice(0, 60).map((reference) => `${reference},accepted`),
      ])
      expect(council('applications', 'set-status', '--sheet', accept, '--yes').status).toBe(0)
      const complete = await sheet('c.csv', [
        'reference,status,completed_on,internship',
        ...[...Array.from({ length: 40 }, (_, at) => 40 + at), 7].map(
          (number) => `${references[number]},completed,${today},${internships[number % 3]}`,
        ),
      ])
      const completing = ['applications', 'set-status', '--sheet', complete, '--without-receipts']
      expect(council(...completing).status).toBe(0)
      // Cut off, it would be run again.
      expect(council(...completing).status).toBe(0)
    })

    const results = path.join(site.dataDir, 'results.csv')
    const issue = ['certificates', 'issue', '--from-applications']
    expect(council(...issue, '--dry-run').said).toContain('41 would be issued')
    expect(council(...issue, '--results', results).status).toBe(0)
    expect(council(...issue).said).toContain('0 completed application(s) without a certificate, 41')
    const issued = await readFile(results, 'utf8')
    const [, one = ''] = new RegExp(`"${references[40]}",(NAIC\\w+),`).exec(issued) ?? []
    await page.goto(`${site.url}/verify/${one}`)
    await expect(page.getByText('Verified', { exact: true }).first()).toBeVisible()
    const [, theirs = ''] = new RegExp(`"${references[7]}",(NAIC\\w+),`).exec(issued) ?? []

    await test.step('one person asks what is held, and then to be forgotten', async () => {
      const held = council('person', '--email', forgotten.email.toUpperCase())
      expect(held.said).toContain(forgotten.name)
      expect(held.said).toContain(theirs)
      await wakeOutbox(site)
      await expect.poll(() => unsent(), { timeout: 90_000 }).toBe(0)
      const words = ['erase', '--email', forgotten.email]
      expect(council(...words)).toMatchObject({ status: 1, said: expect.stringContaining('--yes') })
      const erased = council(...words, '--with-certificates', '--yes')
      expect(erased.status, erased.said).toBe(0)
      expect(council('applications', 'show', references[7] ?? '').status).toBe(1)
      expect(await holdsInFolder(forgotten.name)).toEqual([])
      expect(await holdsInFolder(forgotten.email)).toEqual([])
      await page.goto(`${site.url}/verify/${theirs}`)
      await expect(page.getByText('erased').first()).toBeVisible()
      // The browser tells of what is gone.
      expect(complaints.every((complaint) => complaint.includes('410'))).toBe(true)
      complaints.length = 0
    })

    expect(council('applications', 'stats', '--by', 'status').said).toMatch(/completed\s.*40/)
    const checked = council('check')
    expect(checked.status, checked.said).toBe(0)
    const journal = council('journal', '--newest', '1000', '--csv').said
    for (const deed of ['applications set-status', 'certificates issue', 'erase']) {
      expect(journal).toContain(`"${deed}"`)
    }
    expect(journal).not.toMatch(/Omana|omana/)
  },
)

const unsent = () => site.query('SELECT id FROM letter WHERE sent_at IS NULL').length

/** @returns the files of the data folder that hold a text, other than this journey's own. */
async function holdsInFolder(text: string): Promise<string[]> {
  const files = await readdir(site.dataDir, { recursive: true, withFileTypes: true })
  const held: string[] = []
  for (const file of files.filter((one) => one.isFile())) {
    const name = path.join(file.parentPath, file.name)
    if ((await readFile(name)).includes(text)) held.push(path.relative(site.dataDir, name))
  }
  return held
}
