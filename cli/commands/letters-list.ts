import { letterSamples } from '#server/letters/letter-samples.ts'
import type { Command } from '../command.ts'
import { addFormats, type Column, type Formats, printRows } from '../terminal/print-rows.ts'

const columns: readonly Column<(typeof letterSamples)[number]>[] = [
  { key: 'name', title: 'Letter', of: ({ name }) => name },
  { key: 'when', title: 'Sent', of: ({ when }) => when },
]

export const command: Command = {
  summary: 'the letters that the site can send: to whom, and when',
  isDefault: true,
  examples: ['letters list', 'letters list --json'],
  define: (line) =>
    addFormats(line).action((formats: Formats) => printRows(letterSamples, columns, formats)),
}
