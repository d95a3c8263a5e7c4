/**
 * What was learnt, as an Open Badges achievement says it in terms of the standard: the internship is
 * its specialization, skills are its tags, and the projects are in the narrative of its criteria, a
 * list in Markdown for whoever shows it.
 */
export type Learnt = {
  /** Names the internship as it was then, which an address with the same texts always does. */
  programme: string
  /** Title of the internship. */
  internship: string
  skills: readonly string[]
  /** Neither has a line break. */
  projects: readonly { title: string; task: string }[]
}

export type LearntTerms = {
  specialization: string
  tag: readonly string[]
  criteria: { narrative: string }
}

/** What holds of every internship. */
export const completedProjects = 'Completed the projects of the internship.'

/** @returns the terms that say it. */
export function writeLearnt({
  internship,
  skills,
  projects,
}: Omit<Learnt, 'programme'>): LearntTerms {
  const list = projects.map(({ title, task }) => `- **${title}**: ${task}`)
  const narrative = `${completedProjects} The projects were:\n\n${list.join('\n')}`
  return { specialization: internship, tag: skills, criteria: { narrative } }
}

/**
 * @param achievement of a credential; anything at all.
 * @returns undefined where it does not say what was learnt, as those of the first years.
 */
export function readLearnt(achievement: unknown): Learnt | undefined {
  const said = achievement as (Partial<LearntTerms> & { id?: unknown }) | null | undefined
  const { id, specialization, tag, criteria } = said ?? {}
  if (!isText(id) || !isText(specialization)) return undefined
  if (!Array.isArray(tag) || tag.length === 0 || !tag.every(isText)) return undefined
  const narrative = isText(criteria?.narrative) ? criteria.narrative : ''
  const list = narrative.matchAll(/^- \*\*(.+?)\*\*: (.+)$/gm)
  const projects = [...list].map(([, title = '', task = '']) => ({ title, task }))
  return { programme: id, internship: specialization, skills: tag, projects }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
