import { beforeEach, describe, expect, test, vi } from 'vitest'
import { utf8 } from '#credential/bytes.ts'
import { readOrders } from './read-orders.ts'

const heading = 'reference,holder,domain,duration,verified_on,email'
const right = 'R-1,Asha Rao,Web Development,4 Weeks,2026-03-14,asha@example.com'
const read = (...lines: string[]) => readOrders(utf8([heading, ...lines].join('\n')))
const mistakesOf = (result: ReturnType<typeof readOrders>) =>
  result.ok ? [] : result.mistakes.map(({ line, reason }) => `${line}: ${reason}`)

describe('a file that is right', () => {
  const orders = [
    {
      reference: 'R-1',
      holder: 'Asha Rao',
      domain: 'Web Development',
      duration: '4 Weeks',
      verifiedOn: '2026-03-14',
      email: 'asha@example.com',
    },
  ]

  test.each([
    ['plain', `${heading}\n${right}\n`],
    [
      'of a spreadsheet: byte order mark, CRLF, empty lines',
      `\uFEFF${heading}\r\n\r\n${right}\r\n\r\n`,
    ],
    ['quoted', `${heading}\nR-1,"Asha Rao","Web Development",4 Weeks,2026-03-14,asha@example.com`],
    [
      'with spaces around',
      `${heading}\n R-1 , Asha Rao ,Web Development,4 Weeks,2026-03-14,asha@example.com `,
    ],
    [
      'with other columns order and capitals',
      'Holder,REFERENCE,email,domain,duration,verified_on\nAsha Rao,R-1,asha@example.com,Web Development,4 Weeks,2026-03-14',
    ],
  ])('%s', (_what, text) => {
    expect(readOrders(utf8(text))).toEqual({ ok: true, orders })
  })

  test('may be for a name of one letter and its vowel sign', () => {
    const { ok } = read('R,\u091c\u0940,Web,4 Weeks,2026-03-14,')
    expect(ok).toBe(true)
  })

  test('without e-mail column, or with an empty one, has no letters', () => {
    const without = readOrders(
      utf8('reference,holder,domain,duration,verified_on\nR,आशा राव,D,4 Weeks,2026-03-14'),
    )
    expect(without).toMatchObject({ ok: true, orders: [{ holder: 'आशा राव', email: undefined }] })
    expect(read('R,Asha,D,4 Weeks,2026-03-14,')).toMatchObject({ orders: [{ email: undefined }] })
  })
})

test.each(['Om', 'O. P.', 'किम', '李娜', 'Ng 2', "D'Souza", 'Nguyễn', '𑄌𑄋𑄴𑄟𑄳𑄦'])(
  '%s is a name',
  (holder) => {
    expect(read(`R,${holder},D,4 Weeks,2026-03-14,`)).toMatchObject({ orders: [{ holder }] })
  },
)

test('the joiners of Indian scripts are part of a name', () => {
  const holder = 'ശ്രീക്ക്\u200dഷ് ക്\u200cഷ'
  expect(read(`R,${holder},D,4 Weeks,2026-03-14,`)).toMatchObject({ orders: [{ holder }] })
})

test.each(["d'souza@college.edu.in", 'a.b-c@xn--11b5bs3a9aj6g.example'])(
  '%s is an e-mail address, as it is in the forms',
  (email) => {
    expect(read(`R,Asha,D,4 Weeks,2026-03-14,${email}`)).toMatchObject({ orders: [{ email }] })
  },
)

describe('at 2 in the night in India, when it is still yesterday in Greenwich', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-03-13T20:30:00Z') })
    return () => void vi.useRealTimers()
  })

  test("today's date is of today, and tomorrow's in the future", () => {
    expect(read('R,Asha,D,4 Weeks,2026-03-14,')).toMatchObject({ ok: true })
    expect(mistakesOf(read('R,Asha,D,4 Weeks,2026-03-15,'))).toEqual([
      '2: verified_on is in the future',
    ])
  })
})

describe('a file that is wrong', () => {
  test.each([
    [['R-1,,Web Development,4 Weeks,2026-03-14,'], ['2: holder is missing']],
    [[',Asha,Web,4 Weeks,2026-03-14,'], ['2: reference is missing']],
    [['R,A,Web,4 Weeks,2026-03-14,'], ['2: holder has fewer than 2 letters']],
    [[right, right.replace('R-1', 'R-2'), right], ['4: reference is that of line 2']],
    [['R,Asha,Web,4 Weeks,14.03.2026,'], ['2: verified_on must be a day such as 2026-03-31']],
    [['R,Asha,Web,4 Weeks,2026-02-30,'], ['2: verified_on is not a day of the calendar']],
    [['R,Asha,Web,4 Weeks,2099-01-01,'], ['2: verified_on is in the future']],
    [['R,Asha,Web,4 Weeks,2026-03-14,asha@'], ['2: email is not an e-mail address']],
    [
      ['R,"Asha\u0007",Web,4 Weeks,2026-03-14,'],
      ['2: holder has characters that cannot be printed'],
    ],
    [
      ['R,Ren\uFFFD Kumar,Web \uFFFD,4 Weeks,2026-03-14,'],
      ['holder', 'domain'].map(
        (field) =>
          `2: ${field} has a letter that was lost (\uFFFD); save the file as "CSV UTF-8" again`,
      ),
    ],
    ...['Asha\u2028Rao', 'Asha\u2029Rao'].map((holder) => [
      [`R,"${holder}",Web,4 Weeks,2026-03-14,`],
      ['2: holder has characters that cannot be printed'],
    ]),
    ...[
      '\u115F\u1160',
      '\u3164\u3164',
      'A\uFFA0',
      '\u200D\u200C',
      '--',
      'A.',
      '\u0301\u0301',
      '\u0940\u0940',
      'A\u{13441}',
      '🙂🙂',
    ].map((holder) => [
      [`R,${holder},Web,4 Weeks,2026-03-14,`],
      ['2: holder has fewer than 2 letters'],
    ]),
    [['R,Asha,Web,4 Weeks'], ['2: has 4 values where the heading has 6']],
    [['R,Asha,Web,4 Weeks,2026-03-14,,more'], ['2: has 7 values where the heading has 6']],
    [[], ['2: there are no rows']],
  ])('%j is named with line and reason', (lines, expected) => {
    expect(mistakesOf(read(...lines))).toEqual(expected)
  })

  test('in many rows has every one of them named', () => {
    expect(mistakesOf(read(right, 'R-2,,Web,4 Weeks,2026-03-14,', 'R-3,Asha,,4 Weeks,x,'))).toEqual(
      [
        '3: holder is missing',
        '4: domain is missing',
        '4: verified_on must be a day such as 2026-03-31',
      ],
    )
  })

  test.each([
    ['reference,holder,domain,duration\nR,Asha,Web,4 Weeks', /lacks the columns: verified_on/],
    [`${heading},grade\n${right},A`, /not known: grade/],
    [`${heading},holder\n${right},A`, /a column twice/],
    ['', /lacks the columns/],
    [`${heading}\nR,"Asha,Web,4 Weeks,2026-03-14,`, /Quote/],
  ])('%j in its form is refused', (text, reason) => {
    const [mistake] = mistakesOf(readOrders(utf8(text)))
    expect(mistake).toMatch(reason)
  })

  test('not in UTF-8 is refused', () => {
    const latin = Uint8Array.from(
      Buffer.from(`${heading}\nR,José,Web,4 Weeks,2026-03-14,`, 'latin1'),
    )
    expect(mistakesOf(readOrders(latin))[0]).toMatch(/not UTF-8/)
  })
})
