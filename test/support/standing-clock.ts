import { readFileSync } from 'node:fs'

/** Stops the clock of a program (`node --import`): it is what the file CLOCK says. Timers go on. */

const file = process.env['CLOCK'] ?? ''
const Real = Date
const standing = (): number => Real.parse(readFileSync(file, 'utf8'))

globalThis.Date = class extends Real {
  constructor(...given: [] | [number | string | Date]) {
    super(...((given.length === 0 ? [standing()] : given) as [number]))
  }

  static override now = standing
} as DateConstructor
