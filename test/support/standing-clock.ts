import { readFileSync } from 'node:fs'

/**
 * Imported before a program (`node --import`), it stops the clock: what the file CLOCK says is the time,
 * until it says another. Timers go on by themselves.
 */

const file = process.env['CLOCK'] ?? ''
const Real = Date
const standing = (): number => Real.parse(readFileSync(file, 'utf8'))

globalThis.Date = class extends Real {
  constructor(...given: [] | [number | string | Date]) {
    super(...((given.length === 0 ? [standing()] : given) as [number]))
  }

  static override now = standing
} as DateConstructor
