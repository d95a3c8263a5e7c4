import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { sweepResumes } from '@naic/admissions/applications/sweep-resumes.ts'
import { correctIn } from '@naic/test/support/correct-in.ts'
import { killCouncil, killProgram } from '@naic/test/support/council.ts'
import { startCouncilBesideServer } from '@naic/test/support/council-beside-server.ts'
import { dataEngines } from '@naic/test/support/data-engines.ts'
import { filesWith } from '@naic/test/support/files-with.ts'
import { issueIn } from '@naic/test/support/issue-in.ts'
import type { NamedWrite } from '@naic/test/support/kill-at.ts'
import { allTests } from '@naic/test/support/opened.ts'

describe.each(dataEngines)('on $name, a command that is killed', ({ name: engine }) => {
  // No letter of a certificate leaves, so that what is held back can be told.
  const noRelay = { SMTP_URL: 'smtp://127.0.0.1:9' }
  const beside = allTests(() => startCouncilBesideServer(noRelay, engine))
  let number = 0
  beforeEach(() => void (number += 1))

  const killAt = (write: NamedWrite, words: readonly string[]) =>
    killCouncil(write, words, beside.settings)

  async function count() {
    const { read } = beside.api.services.database
    const all = read.selectFrom('certificate').select(({ fn }) => fn.countAll<number>().as('count'))
    return Number((await all.execute())[0]?.count)
  }

  /** With whether a certificate, or many, are there then. */
  const issuing: [NamedWrite, boolean][] = [
    [{ at: 'commit', of: 'certificate' }, false],
    [{ at: 'commit', of: 'certificate', when: 'after' }, true],
    [{ at: 'rename', of: 'last-checkpoint' }, true],
  ]

  test.each(issuing.slice(0, 2))(
    'at %o has issued a whole batch or nothing',
    async (write, isThere) => {
      const rows = 40
      const lines = Array.from(
        { length: rows },
        (_, at) => `R-${number}-${at},Asha ${number}-${at},Web Development,4 Weeks,2026-03-14`,
      )
      const csv = path.join(beside.folder, 'rows.csv')
      await writeFile(csv, ['reference,holder,domain,duration,verified_on', ...lines].join('\n'))
      const words = ['certificates', 'issue', '--sheet', csv, '--yes']
      const before = await count()
      await killAt(write, words)
      expect(await count()).toBe(before + (isThere ? rows : 0))
      expect(await beside.council('log', 'verify')).toMatchObject({ code: 0 })
      expect(await beside.council(...words)).toMatchObject({ code: 0 })
      expect(await count()).toBe(before + rows)
    },
  )

  describe('while it corrects a certificate', () => {
    type Row = {
      id: string
      corrects: string | null
      revoked: string | null
      letter: string | null
    }
    let id: string
    beforeEach(async () => {
      id = await issueIn(beside.settings, {
        holder: `Asha Roa ${number}`,
        email: 'asha@example.com',
        reference: `K-${number}`,
      })
    })

    /** The certificates under the reference, as the rows have them. */
    async function standing(): Promise<Row[]> {
      const { read } = beside.api.services.database
      const query = sql<Row>`SELECT certificate.id, corrects, revocation.reason AS revoked,
          CASE WHEN letter.held_at IS NULL THEN letter.id END AS letter
        FROM certificate
        JOIN credential ON credential.certificate_id = certificate.id
        LEFT JOIN revocation ON revocation.certificate_id = certificate.id
        LEFT JOIN letter ON letter.id = 'certificate-' || certificate.id
        WHERE external_reference = ${`K-${number}`} ORDER BY certificate.log_index`
      return (await query.execute(read)).rows
    }

    /** What everybody is told about a certificate. */
    async function told(one: string) {
      const answer = await fetch(`${beside.api.url}/api/certificates/${one}`)
      const { revocation } = (await answer.json()) as { revocation: object | null }
      return { status: answer.status, isWithdrawn: revocation !== null }
    }

    /** The old certificate stands alone, or the new one stands in its place. */
    async function expectCorrected(isMade: boolean) {
      const [old, corrected, ...others] = await standing()
      expect(others).toEqual([])
      expect(await told(id)).toEqual({ status: 200, isWithdrawn: isMade })
      const letter = `certificate-${corrected?.id}`
      if (!isMade) {
        expect(old).toEqual({ id, corrects: null, revoked: null, letter: `certificate-${id}` })
        expect(corrected).toBeUndefined()
        return
      }
      expect(old).toEqual({ id, corrects: null, revoked: 'wrong details', letter: null })
      expect(corrected).toMatchObject({ corrects: id, revoked: null, letter })
      expect(await told(corrected?.id ?? '')).toEqual({ status: 200, isWithdrawn: false })
    }

    test.each(issuing)('at %o it was made wholly, or not at all', async (write, isMade) => {
      const name = `Asha Rao ${number}`
      await killProgram(write, ['test/support/correct-in.ts', id, name], beside.settings)
      await expectCorrected(isMade)
      expect(await beside.council('log', 'verify')).toMatchObject({ code: 0 })
      expect(await correctIn(beside.settings, id, name)).toMatchObject(
        isMade ? { state: 'corrected', isSo: true } : { state: 'done' },
      )
      await expectCorrected(true)
    })
  })
})

test('an erasure that is killed between rows and files is ended by the next one and the sweep', async () => {
  const beside = await startCouncilBesideServer()
  const email = 'lata.unmistakable@example.com'
  await beside.apply({ name: 'Lata', email })
  await beside.sendLetters()
  const words = ['erase', '--email', email, '--yes']
  await killCouncil({ at: 'remove', of: '/resumes/' }, words, beside.settings)
  expect(await beside.api.kept()).toEqual({ rows: 0, resumes: 1, staged: 0 })
  expect(await filesWith(path.join(beside.api.dataDir, 'mail'), email)).not.toEqual([])

  const again = await beside.council(...words)
  expect(again).toMatchObject({ code: 0, stderr: '' })
  expect(again.stdout).toContain('Removed:\n- 2 letters in mail/\n')
  const later = new Date(Date.now() + 2 * 60 * 60 * 1000)
  expect(await sweepResumes(beside.api.services.applications, later)).toEqual({
    removed: 1,
    left: 0,
  })
  expect(await filesWith(beside.api.dataDir, email)).toEqual([])
  await beside.close()
})
