import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dayColours, scenesByDay } from './scenes.ts'

test('colours are those of the day, as a browser shows them', () => {
  const colours = dayColours(readFileSync('packages/ui/theme.css', 'utf8'))
  expect(colours.get('--color-paper')).toBe('#fff')
  // What Chromium makes of oklch(0.27 0.08 275) and of another.
  const made = dayColours('--color-a: oklch(0.27 0.08 275); --color-b: oklch(0.8 0.16 75);')
  expect([...made.values()]).toEqual(['#1c214d', '#f9ad26'])
})

test('a scene for a picture has no name of a colour left', () => {
  const scenes = [...scenesByDay().values()]
  expect(scenes.length).toBeGreaterThanOrEqual(12)
  for (const scene of scenes) expect(scene).not.toContain('var(')
})
