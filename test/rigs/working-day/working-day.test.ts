import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { messageForm } from '#support/ravis-message.ts'
import { RunningSite } from '#support/start-site.ts'
import { applicantForms } from './applicants.ts'
import { type Step, theDay } from './the-day.ts'

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

async function send(address: string, body: FormData): Promise<string> {
  const answer = await fetch(site.url + address, { method: 'POST', body })
  expect(answer.status).toBe(201)
  return referenceOf(((await answer.json()) as { id: string }).id)
}

/** @returns what the shell shows, both streams in one, as on a terminal. */
function council(words: string): Promise<{ status: number; shown: string }> {
  const env = {
    ...process.env,
    DATA_DIR: site.dataDir,
    SITE_URL: 'https://naic.example',
    SUDO_USER: 'nandini',
    COLUMNS: '96',
  }
  const command = `${path.resolve('bin/council')} ${words} 2>&1`
  return new Promise((resolve) => {
    execFile('sh', ['-c', command], { env, cwd: folder }, (error, shown) =>
      resolve({ status: Number(error?.code ?? 0), shown }),
    )
  })
}

/** The server looks twice a minute for what commands have left to be sent. */
const lettersOut = () =>
  vi.waitFor(() => expect(site.query('SELECT id FROM letter WHERE sent_at IS NULL')).toEqual([]), {
    timeout: 90_000,
    interval: 200,
  })

const today = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())

async function take(step: Exclude<Step, { wait: unknown }>): Promise<string> {
  if ('say' in step) return step.say
  if ('file' in step) {
    await writeFile(path.join(folder, step.file), step.text.replaceAll('TODAY', today()))
    return `\`${step.file}\`:\n\n\`\`\`\n${step.text.replaceAll('TODAY', today()).trimEnd()}\n\`\`\``
  }
  const { status, shown } = await council(step.type)
  expect({ status, shown }, step.type).toMatchObject({ status: step.status ?? 0 })
  return `\`\`\`\n$ council ${step.type}\n${shown.trimEnd()}\n\`\`\``
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
      .replaceAll(/\d{4}-\d\d-\d\d/g, '2026-11-23')
      .replaceAll(/: \d{1,2} \w{3,4} \d{4}(?!, \d+:)/g, ': 23 Nov 2026')
      // In a table, spaces follow.
      .replaceAll(/\d{1,2} \w{3,4} \d{4}, \d{1,2}:\d\d [ap]m( {2,})?/g, (_, inTable) =>
        inTable ? '23 Nov 2026, 10:30 am  ' : '23 Nov 2026, 10:30 am',
      )
      .replaceAll(folder, '/home/nandini')
      .replaceAll(site.dataDir, '/var/lib/naic')
  )
}

test('the day in docs/working-day.md goes as it says', async () => {
  const references: string[] = []
  for (const form of applicantForms) references.push(await send('/api/internship/apply/', form))
  const message = await send('/api/contact/', messageForm({ subject: 'My certificate' }))
  await lettersOut()
  const told: string[] = []
  for (const step of theDay(references, message)) {
    if ('wait' in step) await lettersOut()
    else told.push(await take(step))
  }
  // "npx vitest run test/rigs/working-day --update" writes it anew.
  await expect(settled(`${told.join('\n\n')}\n`)).toMatchFileSnapshot(
    path.resolve('docs/working-day.md'),
  )
})
