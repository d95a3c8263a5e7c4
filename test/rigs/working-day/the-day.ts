/**
 * A working day of the staff, as docs/working-day.md tells it: what is said in between, what is typed
 * after "council", and what files the staff have made. `working-day.test.ts` runs it.
 */
export type Step =
  | { say: string }
  | { type: string; status?: number }
  | { file: string; text: string }
  | { wait: 'until the letters are out' }

/** Of the applicants by their number in `applicants.ts`; made of what each sent, and so the same each time. */
export type References = readonly string[]

export const theDay = (
  [asha, ravi, meera, kabir]: References,
  message: string,
): readonly Step[] => [
  {
    say: `# A working day

What a day at the council's command line looks like. A test types all of it on a server with invented
people, and what comes back is shown here (\`test/rigs/working-day/\`): nothing in it is out of date. Times,
and the IDs of certificates, are others each time. [commands.md](commands.md) is the manual.

## In the morning: what came in`,
  },
  { type: 'applications stats --by domain' },
  { type: 'applications --domain "Data Science"' },
  { say: 'References are taken as people type them.' },
  { type: `applications show ${asha?.toLowerCase().replaceAll('-', '')}` },
  { type: `resume ${asha} --out asha.pdf` },
  { say: 'A slip is named, with what was perhaps meant, and nothing is done.' },
  { type: 'applications --status shortlistd', status: 2 },
  { type: 'aplications --today', status: 2 },
  {
    say: `## An answer

The letter is seen before it goes out. On a terminal one is asked; here nobody can be, and so \`--yes\` says it.`,
  },
  { type: `applications set-status ${asha} shortlisted --note "Two good projects"`, status: 1 },
  { type: `applications set-status ${asha} shortlisted --note "Two good projects" --yes` },
  {
    say: `## Many answers at once

Decided in a spreadsheet, saved as CSV. Every mistake is named before anything is done.`,
  },
  {
    file: 'decided.csv',
    text: `reference,status,message
${asha},accepted,Welcome to the team.
${ravi},acepted,
NAIC-0000-0000,declined,
`,
  },
  { type: 'applications set-status --sheet decided.csv --yes', status: 1 },
  {
    file: 'decided.csv',
    text: `reference,status,message
${asha},accepted,Welcome to the team.
${ravi},accepted,
${meera},declined,
`,
  },
  { type: 'applications set-status --sheet decided.csv --yes' },
  { type: 'applications list' },
  {
    say: `## Weeks later: certificates

Asha and Ravi have completed their internships. Nobody types a name again.`,
  },
  {
    file: 'completed.csv',
    text: `reference,status,completed_on,internship
${asha},completed,TODAY,4
${ravi},completed,TODAY,Java Development
`,
  },
  { type: 'applications set-status --sheet completed.csv --yes', status: 1 },
  {
    say: `Their tasks and fees are recorded as they come in. Where one is missing, somebody has to agree to it.`,
  },
  { type: `applications received ${asha} tasks` },
  { type: `applications received ${asha} fee --reference "UTR 4711"` },
  { type: `applications received ${ravi} tasks` },
  { type: 'applications set-status --sheet completed.csv --without-receipts' },
  { type: 'certificates issue --from-applications --dry-run' },
  { type: 'certificates issue --from-applications --results results.csv' },
  { type: 'certificates issue --from-applications' },
  { say: '## Letters and messages' },
  { wait: 'until the letters are out' },
  { type: 'outbox' },
  { type: 'letters list' },
  { type: 'messages list --open' },
  { type: `messages show ${message}` },
  { type: `messages answered ${message}` },
  {
    say: `## Somebody asks to be forgotten

First what is held of Kabir, as a file for him; then what would go, and what must stay; then it goes. His address
comes from a file, so that the machine's logs do not keep it; at a terminal the command asks for it.`,
  },
  { file: 'kabir.txt', text: 'kabir.example@example.com\n' },
  { type: 'person --email - --out kabir.zip < kabir.txt' },
  { type: 'erase --email - --dry-run < kabir.txt' },
  { type: 'erase --email - --yes < kabir.txt' },
  { type: `applications show ${kabir}`, status: 1 },
  { say: '## Before going home' },
  { type: 'applications export --dir november --status completed' },
  { type: 'check' },
  { type: 'journal --newest 3' },
]
