import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { Outcome } from './check-rows.ts'
import { countOutcomes, resultsCsv, tellOutcome } from './tell-outcome.ts'

const checkedAt = new Date('2026-03-14T10:00:00Z')

const withdrawn = (correctedBy?: string) => {
  const revocation = { at: '2026-03-01T00:00:00Z' }
  const examination = { verdict: 'revoked', revocation, correctedBy }
  return { state: 'examined', examination } as Partial<Outcome> as Outcome
}

test('withdrawn ones are counted together, as wrong if one of them is', () => {
  const rows = [withdrawn('NAIC26B'), withdrawn()]
  const counts = countOutcomes(rows.map((outcome, at) => ({ id: `NAIC25A7K2${at}`, outcome })))
  expect(counts).toMatchObject([{ look: { colour: 'text-error' }, count: 2 }])
})

test('a corrected one is open, and names the one in its place first', () => {
  const told = tellOutcome(withdrawn('NAIC26B'))
  expect(told.look.colour).toBe('text-warning')
  expect(told.reason).toMatch(/^Replaced by NAIC26B\. The council withdrew/)
})

test('the file has a line for each ID, keeps Indian names, and no name is a formula in it', () => {
  const verified = (holder: string) =>
    ({
      state: 'examined',
      checkedAt,
      examination: {
        verdict: 'verified',
        facts: { holder, domain: 'Web', duration: '4 Weeks', verifiedOn: '2025-07-02' },
        proof: { created: '2025-07-01T20:00:00Z' },
      },
    }) as unknown as Outcome
  const csv = resultsCsv(
    [
      { id: 'NAIC25A7K2M', outcome: verified('आशा राव, "A"') },
      { id: 'NAIC25B3X9Q', outcome: verified('=1+1') },
      { id: 'NAIC25C8D1T', outcome: { state: 'away', checkedAt } },
      { id: 'NAIC25C8D1X', outcome: undefined },
    ],
    'https://naic.example',
  )
  // Without the mark, a spreadsheet misreads Indian scripts.
  expect(csv.startsWith('\uFEFF')).toBe(true)
  const [first, second, third, fourth] = parse(csv, { bom: true, columns: true }) as Record<
    string,
    string
  >[]
  expect(first).toEqual({
    ID: 'NAIC25A7K2M',
    Result: 'Verified',
    Name: 'आशा राव, "A"',
    Internship: 'Web',
    Duration: '4 Weeks',
    'Verified on': '2025-07-02',
    'Signed on': '2025-07-02',
    Reason: '',
    'Checked at': '14 March 2026, 3:30:00 pm IST',
    Page: 'https://naic.example/verify/NAIC25A7K2M',
  })
  expect(second?.['Name']).toBe("'=1+1")
  expect(third).toMatchObject({ Result: 'Could not be checked', Name: '', 'Verified on': '' })
  expect(third?.['Reason']).not.toBe('')
  expect(fourth).toMatchObject({ Result: 'Not checked yet', 'Checked at': '' })
})
