import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { CouncilDesk } from './council-desk.ts'
import type { Crowd } from './crowd.ts'
import type { TwoCopies } from './two-copies.ts'
import { findUnclaimed } from '@naic/admissions/applications/sweep-resumes.ts'
import { readConfig } from '@naic/house/config.ts'
import { openStored } from '@naic/house/storage.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

type Application = Record<'id' | 'email' | 'resume_key' | 'resume_sha256', string>

/** What was acknowledged is there, once, with every byte of its resume, and no resume more. */
export async function expectEveryFormKept(site: TwoCopies, crowd: Crowd): Promise<void> {
  const applications = await site.place.query<Application>('SELECT * FROM application')
  const messages = await site.place.query<{ id: string; email: string }>(
    'SELECT id, email FROM contact_message',
  )
  const stored = new Map([...applications, ...messages].map(({ id, email }) => [email, id]))
  expect(stored.size, 'nobody has two rows').toBe(applications.length + messages.length)
  const acknowledged = crowd.sent.filter(({ acknowledgedId }) => acknowledgedId)
  const lost = acknowledged.filter(
    ({ email, acknowledgedId }) => stored.get(email) !== acknowledgedId,
  )
  expect(lost).toEqual([])
  const left = await sweepLater(site.settings)
  expect(left.sort()).toEqual(applications.map((row) => row.resume_key).sort())

  const sent = new Map(crowd.sent.map(({ email, resume }) => [email, resume]))
  const { files, close } = await openStored(readConfig(site.settings))
  for (const row of applications) {
    const kept = await files.read(row.resume_key)
    const bytes = kept ? await buffer(kept) : Buffer.alloc(0)
    expect(sha256(bytes), row.email).toBe(row.resume_sha256)
    const resume = sent.get(row.email)
    if (resume) expect(bytes.equals(resume), row.email).toBe(true)
  }
  await close()
}

/**
 * Every letter was handed over unless it was held, and twice only if it was in hand when a copy was killed that had
 * handed it over: as often more as it was in hand so.
 */
export async function expectLettersOnce(site: TwoCopies): Promise<void> {
  const handedOver = site.handedOver()
  const letters = await site.place.query<{ id: string; held_at: string | null }>(
    'SELECT id, held_at FROM letter',
  )
  const applications = await site.place.query<{ id: string }>('SELECT id FROM application')
  // A held letter may have been in hand at that moment; otherwise it never leaves.
  const leftOrHeld = letters.filter(({ id, held_at }) => handedOver.has(id) || held_at === null)
  expect([...handedOver.keys()].sort()).toEqual(leftOrHeld.map(({ id }) => id).sort())
  // Only a revoked certificate's letter is held, and its holder gets another instead.
  for (const { id } of letters.filter(({ held_at }) => held_at !== null)) {
    expect(id).toMatch(/^certificate-/)
    expect(handedOver.has(`${id}-withdrawn`), id).toBe(true)
  }
  for (const { id } of applications) {
    for (const whom of ['applicant', 'staff']) expect(handedOver.has(`${id}-${whom}`)).toBe(true)
  }

  const inHand = new Map<string, Set<string>>()
  for (const copy of site.copies) {
    for (const lease of copy.heldAtKills.flatMap((held) => [...held])) {
      const [id = ''] = lease.split(' ')
      if (!handedOver.get(id)?.includes(copy)) continue
      inHand.set(id, (inHand.get(id) ?? new Set()).add(lease))
    }
  }
  const doubled = [...handedOver].filter(([, by]) => by.length > 1)
  const unexplained = doubled.filter(([id, by]) => by.length - 1 > (inHand.get(id)?.size ?? 0))
  expect(unexplained.map(([id]) => id)).toEqual([])
}

/** No gap, no fork, and the same at both; every checkpoint is chained to the one before. */
export async function expectOneLog(site: TwoCopies, desk: CouncilDesk): Promise<void> {
  expect(await site.council(['log', 'verify'], 'desk')).toMatchObject({ code: 0, stderr: '' })
  const checkpoints = await site.place.query<{ size: number; note: string }>(
    'SELECT size, note FROM log_checkpoint ORDER BY size',
  )
  const notes = new Map(checkpoints.map(({ size, note }) => [Number(size), note]))
  for (const [size, note] of desk.checkpoints) expect(notes.get(size)).toBe(note)
  for (const { site: copy } of site.copies) {
    const newest = await (await fetch(`${copy.url}/log/checkpoint`)).text()
    expect(newest).toBe(checkpoints.at(-1)?.note)
  }
  const certificates = await site.place.query<{ id: string; external_reference: string }>(
    'SELECT id, external_reference FROM certificate WHERE external_reference IS NOT NULL',
  )
  expect(new Map(certificates.map((row) => [row.external_reference, row.id]))).toEqual(desk.issued)
}

/** Removes all resumes without a row, however young. @returns the keys that are left. */
export async function sweepLater(settings: Record<string, string>) {
  const { database, files, close } = await openStored(readConfig(settings))
  const { unclaimed } = await findUnclaimed({ database, files })
  for (const { key } of unclaimed) await files.remove(key)
  const left: string[] = []
  for await (const { key } of files.list()) left.push(key)
  await close()
  return left
}
