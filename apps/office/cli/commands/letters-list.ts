import { letterSamples } from '#letters/preview-letters.ts'
import type { Command } from '../command.ts'
import { addFormats, type Column, type Formats, printRows } from '../print.ts'

const columns: readonly Column<(typeof letterSamples)[number]>[] = [
  { key: 'name', title: 'Letter', of: ({ name }) => name },
  { key: 'when', title: 'Sent', of: ({ when }) => when },
]

export const command: Command = {
  summary: 'the letters that the site can send: to whom, and when',
  examples: ['letters list', 'letters list --json'],
  define: (line, run) =>
    addFormats(line).action((formats: Formats) => printRows(run, letterSamples, columns, formats)),
}
