import type { Command } from '../command.ts'
import { defineResume } from '../resume-command.ts'

export const command: Command = {
  summary: 'the same as "resume"',
  examples: [
    'applications resume NAIC-7F3K-92QD --out resume.pdf',
    'applications resume naic7f3k92qd > resume.pdf',
  ],
  define: defineResume,
}
