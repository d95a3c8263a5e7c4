import { expect, test } from 'vitest'
import { fitLines, shapeText } from './shaped-text.ts'

const room = { sizes: [68, 52], width: 830, height: 300 }
const widthOf = (line: string) => shapeText(line).width

test.each([
  'Python Programming Internship for Beginners, 4 Weeks',
  'Short online internships for college students and recent graduates across India.',
  'Machine Learning and Data Science for all',
  'Logo and Brand Design Internship, 4 Weeks Online',
])('no line of “%s” is much shorter than the others', (text) => {
  const { lines } = fitLines(text, { ...room, balanced: true })
  const widths = lines.map(widthOf)
  expect(lines.length).toBeGreaterThan(1)
  expect(Math.min(...widths)).toBeGreaterThan(Math.max(...widths) * 0.6)
})

test('lines that are even are as large and as many as they would be otherwise', () => {
  const text = 'Logo and Brand Design Internship, 4 Weeks Online'
  const even = fitLines(text, { ...room, balanced: true })
  const full = fitLines(text, room)
  expect(even.size).toBe(full.size)
  expect(even.lines).toHaveLength(full.lines.length)
  expect(even.lines.join(' ')).toBe(text)
  for (const line of even.lines) expect(widthOf(line) * even.size).toBeLessThanOrEqual(room.width)
})
