import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeSheet } from '@naic/store/sheets/write-sheet.ts'
import {
  type CouncilBesideServer,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'

let beside: CouncilBesideServer
beforeEach(async () => {
  beside = await startCouncilBesideServer()
})
afterEach(() => beside.close())

test('a workbook of payments is shown, recorded, and safe to give again', async () => {
  const { reference } = await beside.apply()
  const file = path.join(beside.folder, 'payments.xlsx')
  const today = new Date().toISOString()
  const rows = [
    { reference, today, id: 'pay_1' },
    { reference: 'NAIC-ZZZZ-ZZZZ', today, id: 'pay_2' },
  ]
  const columns = [
    { key: 'Application No.', of: (row: (typeof rows)[number]) => row.reference },
    { key: 'Paid At', of: (row: (typeof rows)[number]) => row.today, kind: 'time' as const },
    { key: 'Payment ID', of: (row: (typeof rows)[number]) => row.id },
  ]
  await writeSheet(createWriteStream(file), 'xlsx', { name: 'Payments', rows, columns })
  const receipts = (...words: string[]) =>
    beside.council('applications', 'receipts', 'fee', file, ...words)

  const dry = await receipts('--dry-run')
  expect(dry).toMatchObject({ code: 1, stdout: 'Nothing was recorded.\n' })
  expect(dry.stderr).toContain(`row 2: ${reference}, Asha Rao, `)
  expect(dry.stderr).toContain(
    'row 3: not matched: no application has the reference NAIC-ZZZZ-ZZZZ\n',
  )
  expect(dry.stderr).toContain(
    'Fee received: 1 matched, 0 recorded before, 0 ambiguous, 1 not matched.\n',
  )
  expect((await receipts()).stderr).toContain('nobody can be asked here. Add --yes.')
  expect((await receipts('--yes')).stderr).toContain('1 recorded.\n')
  expect((await receipts('--yes')).stderr).toContain('0 matched, 1 recorded before')
  const shown = await beside.council('applications', 'show', reference)
  expect(shown.stdout).toContain('pay_1')
})
