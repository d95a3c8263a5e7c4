import { styleText } from 'node:util'
import { getBorderCharacters, table } from 'table'
import { printable } from '#server/sheets/printable-text.ts'

export type Bar = { value: string; count: number }

/** Of a screen without a width, such as a file. */
const usualWidth = 80
const widestLabel = 36

/** Prints counts as bars, of which the longest takes what the screen leaves. */
export function printBars(title: string, bars: readonly Bar[]): void {
  console.log(styleText('bold', title, { stream: process.stdout }))
  if (bars.length === 0) return
  const labels = bars.map(({ value }) => shortened(printable(value)))
  const most = Math.max(...bars.map(({ count }) => count))
  const labelWidth = Math.max(...labels.map((label) => [...label].length))
  const room = (process.stdout.columns || usualWidth) - labelWidth - String(most).length - 7
  const rows = bars.map(({ count }, at) => [
    labels[at],
    count,
    barOf(count / most, Math.max(room, 5)),
  ])
  const shown = table(rows, {
    border: getBorderCharacters('void'),
    columnDefault: { paddingLeft: 2, paddingRight: 0 },
    columns: [{}, { alignment: 'right' }, {}],
    drawHorizontalLine: () => false,
  })
  console.log(
    shown
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n'),
  )
}

function shortened(label: string): string {
  const letters = [...label]
  return letters.length > widestLabel ? `${letters.slice(0, widestLabel - 1).join('')}…` : label
}

/** What is there at all is seen. */
const barOf = (part: number, room: number) =>
  part > 0 ? '█'.repeat(Math.max(1, Math.round(part * room))) : ''
