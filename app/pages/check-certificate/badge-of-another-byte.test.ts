import { assert, asyncProperty, integer } from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeTestBadge } from '#test/support/certificate-files.ts'
import { issueCertificate, type IssuedCertificate } from '#test/support/issue-certificate.ts'
import { fetchKeys } from '#app/certificate-view/newest-keys.ts'
import { siteUrl } from '#app/server-context/site-address.ts'
import { checkFiles } from './check-files.ts'

const id = 'NAIC25TEST1'

let issued: IssuedCertificate
let badge: Buffer
beforeEach(async () => {
  issued = await issueCertificate(siteUrl(), id)
  badge = makeTestBadge(issued)
  const answers: Record<string, unknown> = {
    '/.well-known/did.json': issued.did,
    '/log/keys': { keys: issued.keys },
    [`/api/certificates/${id}`]: issued.answer,
  }
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address)
    const answer = answers[pathname]
    return answer ? Response.json(answer) : Response.json({ detail: 'None.' }, { status: 404 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const check = (bytes: Buffer) =>
  checkFiles([new File([Uint8Array.from(bytes)], 'badge.png')], fetchKeys())

const checked = async (bytes: Buffer) => {
  const result = await check(bytes)
  return result.state === 'examined' ? result.examination : undefined
}

test('whichever byte of a badge is another, what is shown is what was signed', async () => {
  const whole = await checked(badge)
  expect(whole).toMatchObject({
    facts: { holder: 'Asha Sample' },
    report: { signature: 'passed', inclusion: 'passed', checkpoint: 'passed', status: 'passed' },
  })
  const shown = { read: 0 }
  await assert(
    asyncProperty(
      integer({ min: 0, max: badge.length - 1 }),
      integer({ min: 1, max: 255 }),
      async (at, flip) => {
        const changed = Buffer.from(badge)
        changed[at] = (changed[at] ?? 0) ^ flip
        const examination = await checked(changed)
        if (!examination?.facts) return
        shown.read += 1
        expect(examination.facts).toEqual(whole?.facts)
      },
    ),
    { numRuns: 1_000 },
  )
  // Where it was the picture, or the receipt, that changed.
  expect(shown.read).toBeGreaterThan(50)
})
