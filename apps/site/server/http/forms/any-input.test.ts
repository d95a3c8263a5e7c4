import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { applicationLabels } from '@naic/admissions/forms/application-form.ts'
import { asha, resumePart, textPart } from '@naic/test/support/ashas-form.ts'
import { pdf } from '@naic/test/support/resumes.ts'
import { PostgresPlace } from '@naic/test/support/postgres-places.ts'
import { applyApi, startApi } from '@naic/test/support/start-api.ts'

// PostgreSQL takes no text that SQLite does not.
test('no input at all makes the server fail, and all is kept or nothing', async () => {
  const place = await new PostgresPlace().make()
  const api = await startApi({ SUBMISSIONS_PER_MINUTE: '1000000', DATABASE_URL: place.url })
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom('', '\0', '\u2028', '=?utf-8?q?x?=', "'; drop table application; --", '\uFFFE'),
  )
  const form = fc.tuple(
    fc.dictionary(
      fc.constantFrom(...Object.keys(applicationLabels).filter((name) => name !== 'resume')),
      anyText,
    ),
    fc.subarray(Object.entries(asha)),
  )
  const resume = fc.oneof(fc.constant(pdf()), fc.uint8Array({ maxLength: 3_000 }))
  await fc.assert(
    fc.asyncProperty(
      form,
      resume,
      fc.constantFrom(applyApi, '/apply'),
      async ([any, right], bytes, path) => {
        const fields = { agreeToTerms: 'on', ...any, ...Object.fromEntries(right) }
        const parts = Object.entries(fields).map(([name, value]) => textPart(name, value))
        const answer = await api.postParts(
          [...parts, resumePart('cv.pdf', Buffer.from(bytes))],
          path,
        )
        expect([200, 201, 400]).toContain(answer.status)
      },
    ),
    { numRuns: 100 },
  )
  const { rows, resumes } = await api.kept()
  expect([rows > 0, resumes]).toEqual([true, rows])
  await api.close()
  await place.remove()
})
