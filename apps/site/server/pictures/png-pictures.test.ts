import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { namesInScripts } from '@naic/test/support/names-in-scripts.ts'
import { canBeDrawn, shapeText } from './shaped-text.ts'
import { certificateWords, drawSharePicture } from './png-pictures.ts'

const site = 'https://naic.example'
const facts = {
  id: 'NAIC25TEST1',
  holder: 'Asha Sample',
  domain: 'Web Development',
  duration: '4 Weeks',
  verifiedOn: '2025-07-02',
}
const draw = (changes: Partial<typeof facts>) =>
  drawSharePicture(certificateWords({ ...facts, ...changes }, site))

describe('the words of a picture', () => {
  test('are holder, programme and where to check, and never that it holds', () => {
    const words = certificateWords(facts, site)
    expect(words).toEqual({
      over: 'Certificate of Completion',
      title: 'Asha Sample',
      under: 'Web Development internship',
      foot: 'Check at naic.example/verify/NAIC25TEST1',
    })
    expect(JSON.stringify(words).replace('/verify/', '')).not.toMatch(/valid|verif/i)
  })

  test.each(['陈雅莎', 'Asha\u2028Rao', 'Asha 🎓', 'आशा 陈'])(
    'leave out the name %j, which the fonts cannot write',
    (holder) => {
      const words = certificateWords({ ...facts, holder }, site)
      expect(words.title).toBe('Web Development internship')
      expect(JSON.stringify(words)).not.toContain(holder)
      expect(certificateWords({ ...facts, holder, domain: holder }, site)).toEqual({
        title: 'Certificate of Completion',
        foot: words.foot,
      })
    },
  )
})

describe('a drawing', () => {
  test('never shows an empty box for a character that can be drawn', () => {
    const all = Array.from({ length: 0x2030 }, (_, code) => String.fromCharCode(code))
    // What Unicode calls ignorable is no more to be seen than a blank.
    const visible = all.filter(
      (letter) => canBeDrawn(letter) && /[^\s\p{Default_Ignorable_Code_Point}]/u.test(letter),
    )
    expect(visible.length).toBeGreaterThan(1_000)
    const missing = ({ id }: { id: number }) => id === 0
    expect(visible.filter((letter) => shapeText(letter).glyphs.some(missing))).toEqual([])
  })

  test.each(namesInScripts)('puts the name %j together with no letter missing', (holder) => {
    const { glyphs } = shapeText(holder)
    expect(certificateWords({ ...facts, holder }, site).title).toBe(holder)
    expect(glyphs.filter(({ id }) => id === 0)).toEqual([])
    // Glyphs of one letter may stand in another order than it is written in, but none is lost.
    const written = glyphs.map(({ text }) => text).join('')
    const isArabic = /\p{Script=Arabic}/u.test(holder)
    expect(isArabic ? Array.from(written).toReversed().join('') : written).toBe(holder)
  })

  test.each([
    ['figures beside Arabic letters', 'محمد ۱۲۳', '۱۲۳ دمحم'],
    ['Latin letters among Arabic ones', 'محمد Ali عرفان', 'نافرع Ali دمحم'],
    ['Arabic letters among Latin ones', 'Asha محمد Khan', 'Asha دمحم Khan'],
  ])('has %s in the order in which people read them', (_, holder, fromLeft) => {
    const { glyphs } = shapeText(holder)
    const inPlace = glyphs.filter(({ text }) => text !== '').toSorted((one, two) => one.x - two.x)
    expect(inPlace.map(({ text }) => text).join('')).toBe(fromLeft)
  })

  // Those with the highest marks of all.
  const high = namesInScripts.filter((name) => /^(ਗੁ|ଲ|غُ|ꯃ|Ng)/.test(name))
  test.each(high)('keeps the marks of %j clear of the line above', (holder) => {
    const { data, width } = PNG.sync.read(draw({ holder }))
    const rowsOf = (red: number, blue: number) =>
      Array.from({ length: 360 }, (_, at) => at + 140).filter((y) =>
        Array.from({ length: 880 }, (_, x) => (y * width + x) * 4).some(
          (at) => data[at] === red && data[at + 2] === blue,
        ),
      )
    const [over, name] = [rowsOf(0xf2, 0x1e), rowsOf(0xff, 0xff)]
    expect(name[0]).toBeGreaterThan((over.at(-1) ?? Infinity) + 8)
  })

  test.each([
    ['of one word', 'W'.repeat(200)],
    ['of many words in Telugu', 'సత్యనారాయణ మూర్తి '.repeat(10).trim()],
  ])('has room for the longest name there is, %s', (_, holder) => {
    const { data, width, height } = PNG.sync.read(draw({ holder, domain: 'W'.repeat(100) }))
    expect([width, height]).toEqual([1200, 630])
    const isWhite = (at: number) => Math.min(...data.subarray(at, at + 3)) > 200
    const xs = Array.from({ length: width }, (__, x) => x)
    const rows = Array.from({ length: height }, (__, y) =>
      xs.filter((x) => isWhite((y * width + x) * 4)),
    )
    expect(Math.max(...rows.map((row) => row.at(-1) ?? 0))).toBeLessThan(960)
    const written = rows.flatMap((row, y) => (row.length > 0 && y > 140 ? [y] : []))
    expect(written.length).toBeGreaterThan(100)
    // Between the words and the line at the foot there is a gap.
    expect(written.filter((y) => y > 500 && y < 508)).toEqual([])
  })
})
