import type { ListedApplication } from './listed-application.ts'
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

/** A line that is left alone: somebody has changed that application since the sheet was written. */
export type OutdatedLine = { line: number; application: ListedApplication }

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
 * @returns what is to be changed, in the order of the file, what is left alone, and how many are so
 *   already; or every mistake of every line.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function planStatusChanges(
  services: Pick<StatusServices, 'database'>,
  lines: readonly StatusLine[],
  tell: (looked: number) => void = () => undefined,
): Promise<
  | { ok: true; planned: PlannedLine[]; outdated: OutdatedLine[]; already: number }
  | { ok: false; mistakes: Mistake[] }
> {
  const planned: PlannedLine[] = []
  const outdated: OutdatedLine[] = []
  const mistakes: Mistake[] = []
  const lineOf = new Map<string, number>()
  let already = 0
  for (const [at, { line, wanted, changedMs }] of lines.entries()) {
    const result = await planStatusChange(services, wanted)
    const application = applicationOf(result)
    if (application) {
      const before = lineOf.get(application.id)
      if (before) mistakes.push({ line, reason: `reference is that of line ${before}` })
      lineOf.set(application.id, before ?? line)
    }
    if (result.state === 'already') already += 1
    else if (application && isOutdated(application, changedMs)) outdated.push({ line, application })
    else if (result.state === 'planned') {
      planned.push({ line, note: wanted.note, plan: result.plan })
    } else mistakes.push(...reasonsOf(result, wanted.asked).map((reason) => ({ line, reason })))
    tell(at + 1)
  }
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, planned, outdated, already }
}

function applicationOf(result: Planned): ListedApplication | undefined {
  if ('plan' in result) return result.plan.application
  return 'application' in result ? result.application : undefined
}

/** A status that never changed is as old as its application, also where somebody made a note of it. */
function isOutdated(
  { statusChangedAt, receivedAt }: ListedApplication,
  changedMs: number | null | undefined,
): boolean {
  if (changedMs === undefined) return false
  return (changedMs ?? Date.parse(receivedAt)) !== Date.parse(statusChangedAt ?? receivedAt)
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
