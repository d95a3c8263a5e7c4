import type { Mistake } from '../sheets/decode-table.ts'
import type { StatusLine } from './read-status-changes.ts'
import {
  type Planned,
  planStatusChange,
  type StatusPlan,
  type StatusServices,
} from './set-status.ts'
import type { StatusMistake } from './status-rules.ts'

/** A line of a file that may be carried out. */
export type PlannedLine = { line: number; note: string | undefined; plan: StatusPlan }

/** As the columns of the file are called. */
const columnOf: Record<StatusMistake['field'], string> = {
  status: 'status',
  note: 'note',
  message: 'message',
  completedOn: 'completed_on',
  internship: 'internship',
}

/**
 * Says what the lines of a file will change, and changes nothing.
 *
 * @param tell how many were looked at.
 * @returns what is to be changed, in the order of the file, and how many are so already; or every
 *   mistake of every line.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function planStatusChanges(
  services: Pick<StatusServices, 'database'>,
  lines: readonly StatusLine[],
  tell: (looked: number) => void = () => undefined,
): Promise<
  { ok: true; planned: PlannedLine[]; already: number } | { ok: false; mistakes: Mistake[] }
> {
  const planned: PlannedLine[] = []
  const mistakes: Mistake[] = []
  const lineOf = new Map<string, number>()
  let already = 0
  for (const [at, { line, wanted }] of lines.entries()) {
    const result = await planStatusChange(services, wanted)
    mistakes.push(...reasonsOf(result, wanted.asked).map((reason) => ({ line, reason })))
    if ('application' in result || 'plan' in result) {
      const { id } = 'plan' in result ? result.plan.application : result.application
      const before = lineOf.get(id)
      if (before) mistakes.push({ line, reason: `reference is that of line ${before}` })
      lineOf.set(id, before ?? line)
    }
    if (result.state === 'planned') planned.push({ line, note: wanted.note, plan: result.plan })
    if (result.state === 'already') already += 1
    tell(at + 1)
  }
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, planned, already }
}

function reasonsOf(result: Planned, asked: string): string[] {
  if (result.state === 'unknown') return [`there is no application with the reference ${asked}`]
  if (result.state === 'several') {
    const ids = result.others.map(({ id, name }) => `${id} (${name})`)
    return [`several have the reference ${asked}; name one by its id: ${ids.join(', ')}`]
  }
  if (result.state !== 'refused') return []
  return result.mistakes.map(({ field, reason }) => `${columnOf[field]} ${reason}`)
}
