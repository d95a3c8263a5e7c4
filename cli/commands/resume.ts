import type { Command } from '../command.ts'
import { defineResume } from '../resume-command.ts'

export const command: Command = {
  summary: 'the resume of one application',
  examples: ['resume NAIC-7F3K-92QD --out resume.pdf', 'resume NAIC-7F3K-92QD > resume.pdf'],
  define: defineResume,
}
