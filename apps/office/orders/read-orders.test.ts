import { readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { utf8 } from '@naic/ledger/format/bytes.ts'
import { decodeTable } from '@naic/store/sheets/decode-table.ts'
import { orderColumns, readOrders } from './read-orders.ts'

const heading = 'reference,holder,domain,duration,verified_on,email'
const right = 'R-1,Asha Rao,Web Development,4 Weeks,2026-03-14,asha@example.com'
const readTyped = (bytes: Uint8Array) => readOrders(decodeTable(bytes))
const read = (...lines: string[]) => readTyped(utf8([heading, ...lines].join('\n')))
const mistakesOf = (result: ReturnType<typeof readTyped>) =>
  result.ok
    ? []
    : result.mistakes.map(({ where, reason }) => `${where.replace('line ', '')}: ${reason}`)

test('the desk and docs/certificates.md name every column', () => {
  const page = readFileSync('apps/office/desk/page/issue-page.tsx', 'utf8')
  const docs = readFileSync('docs/certificates.md', 'utf8')
  for (const column of Object.values(orderColumns).flat()) {
    expect(page).toContain(`<code>${column}</code>`)
    expect(docs).toContain(`\`${column}\``)
  }
})

describe('a file that is right', () => {
  const [reference, holder, domain, duration, verifiedOn, email] = right.split(',')
  const orders = [{ reference, holder, domain, duration, verifiedOn, email }]
  const text = `${heading}\n${right}\n`
  test.each([
    ['plain', text],
    [
      'of a spreadsheet: byte order mark, CRLF, empty and emptied rows',
      `\uFEFF${heading}\r\n\r\n${right}\n,,,,,\r\n\r\n`,
    ],
    ['with spaces around', text.replaceAll(',', ' , ')],
    [
      'with semicolons, another order, days and headings as people in India write them',
      'Name;REFERENCE;Domain;Duration;Verified On;E-mail\r\nAsha Rao;R-1;Web Development;4 Weeks;14/3/2026;asha@example.com',
    ],
    ['with tabs', text.replaceAll(',', '\t')],
  ])('%s', (_what, file) => {
    expect(readTyped(utf8(file))).toEqual({ ok: true, orders })
  })

  test('without email column has no letters', () => {
    const columns = 'reference,holder,domain,duration,verified_on'
    const without = readTyped(utf8(`${columns}\nR,आशा राव,Data Science,4 Weeks,2026-03-14`))
    expect(without).toMatchObject({ ok: true, orders: [{ holder: 'आशा राव', email: undefined }] })
  })
})

test('the internship that a row may name is one of the catalogue, of its domain and duration', () => {
  const columns = 'reference,holder,domain,duration,verified_on,internship'
  const readNamed = (internship: string) =>
    readTyped(utf8(`${columns}\nR,Asha,Web Development,4 Weeks,2026-03-14,${internship}`))
  for (const internship of ['2', 'backend  web development']) {
    expect(readNamed(internship)).toMatchObject({ ok: true, orders: [{ internship }] })
  }
  for (const [internship = '', reason] of [
    ['Rocketry', 'is not in the catalogue: Rocketry'],
    ['3', 'takes 8 weeks in the catalogue, and the duration is 4 Weeks'],
    ['8', 'is one of Python Programming in the catalogue, and the domain is Web Development'],
  ]) {
    expect(mistakesOf(readNamed(internship))).toEqual([`2: internship ${reason}`])
  }
})

test("at 2 in the night in India, today's date is of today, and tomorrow's in the future", () => {
  vi.useFakeTimers({ now: new Date('2026-03-13T20:30:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  expect(read('R,Asha,Data Science,4 Weeks,2026-03-14,')).toMatchObject({ ok: true })
  expect(mistakesOf(read('R,Asha,Data Science,4 Weeks,2026-03-15,'))).toEqual([
    '2: verified_on is in the future',
  ])
})

describe('what a row may give', () => {
  const columns =
    'reference,holder,domain,duration,verified_on,Started On,ended_on,hours,credits,college'
  const readGiven = (given: string) =>
    readTyped(utf8(`${columns}\nR,Asha,Web Development,4 Weeks,2026-03-14,${given}`))

  test('are first and last day, hours, credits and college', () => {
    const college = 'Fergusson College, Pune'
    expect(readGiven(`02-02-2026,28/2/2026,80.0,2.50,"${college}"`)).toMatchObject({
      orders: [
        { startedOn: '2026-02-02', endedOn: '2026-02-28', hours: 80, credits: 2.5, college },
      ],
    })
  })

  const hours = 'hours must be a whole number from 1 to 1000, such as 80'
  const credits = 'credits must be a whole or half number up to 40, such as 2 or 2.5'
  test.each([
    [
      '28-02-2026,02-02-2026,,,',
      'ended_on 2026-02-02 is before started_on 2026-02-28; type the first day as started_on',
    ],
    [',15-03-2026,,,', 'ended_on 2026-03-15 is after verified_on 2026-03-14; correct one of them'],
    ['Feb 10 2026,,,,', `started_on must be a day such as 31-03-2026 or 2026-03-31`],
    [
      '02-02-2026,03-02-2026,80,,',
      'hours 80 is more than 12 a day from started_on to ended_on; at most 24',
    ],
    ...['0', '8.5', '1001', '1e3'].map((given) => [`,,${given},,`, hours]),
    ...['0', '2.25', '41'].map((given) => [`,,,${given},`, credits]),
    [',,,,=1+1', 'college begins with "=", as a formula does; write it without that sign'],
  ])('%s is refused with what to type', (given, reason) => {
    expect(mistakesOf(readGiven(given))).toEqual([`2: ${reason}`])
  })
})

const day = 'must be a day such as 31-03-2026 or 2026-03-31'
const again = 'type it again instead of copying it'
const few = 'fewer than 2 letters'

test.each([
  ['', 'is missing'],
  ['A.', `has ${few}`],
  ['\u0940\u0940', `has ${few}`],
  ['Asha\u0007', `has characters that cannot be printed (\\u{7}); ${again}`],
  ['Asha\u3164Rao', `has letters that show nothing (\\u{3164}); ${again}`],
  ['Ren\uFFFD', 'has a letter that was lost (\uFFFD); save the file as "CSV UTF-8" again'],
  ['=1+1', 'begins with "=", as a formula does; write it without that sign'],
  [' -Asha', 'begins with "-", as a formula does; write it without that sign'],
  ['Asha <b>Rao</b>', 'has "<", which is markup; write it as it is to be printed'],
  ['Asha &amp; Ravi', 'has "&amp;", which is markup; write it as it is to be printed'],
  ['asha@example.com', 'has an email address in it; that belongs in the column email'],
  ['#N/A', 'is what a spreadsheet writes where a formula failed; write what was meant'],
])('a holder %j is refused', (holder, reason) => {
  expect(mistakesOf(read(`R,"${holder}",Web Development,4 Weeks,2026-03-14,`))).toEqual([
    `2: holder ${reason}`,
  ])
})

describe('a file that is wrong', () => {
  test.each([
    [[',Asha,Web Development,4 Weeks,2026-03-14,'], ['2: reference is missing']],
    [[right, right.replace('R-1', 'R-2'), right], ['4: reference is that of line 2']],
    [['R,Asha,Web Development,4 Weeks,03/14/2026,'], [`2: verified_on ${day}`]],
    [['R,Asha,Web Development,4 Weeks,2026-03-14,asha@'], ['2: email is not an email address']],
    [['R,Asha,Web Development,4 Weeks'], ['2: has 4 values where the heading has 6']],
    [[], ['2: there are no rows']],
    [
      ['R,Asha,Web Developement,4 weeks,2026-03-14,'],
      [
        '2: domain "Web Developement" is not one of ours; did you mean "Web Development"?',
        '2: duration "4 weeks" is not one of ours; did you mean "4 Weeks"?',
      ],
    ],
    [
      ['R,Asha,Web Development,4 Weeks,2019-12-31,'],
      ['2: verified_on is of a year before the council began, which was in 2020'],
    ],
    [
      [right, 'R-2,,Web Development,4 Weeks,2026-03-14,', 'R-3,Asha,,4 Weeks,x,'],
      ['3: holder is missing', '4: domain is missing', `4: verified_on ${day}`],
    ],
  ])('%j is named with line and reason', (lines, expected) => {
    expect(mistakesOf(read(...lines))).toEqual(expected)
  })

  test.each([
    ['', /lacks the columns/],
    [`${heading},Holder\n${right},A`, /a column twice/],
    [`${heading},grade\n${right},A`, /not known: grade/],
    [`${heading}\nR,"Asha,Web Development,4 Weeks,2026-03-14,`, /Quote/],
  ])('%j in its form is refused', (text, reason) => {
    const [mistake] = mistakesOf(readTyped(utf8(text)))
    expect(mistake).toMatch(reason)
  })
})
