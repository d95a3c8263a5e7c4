import { examine, type Finding, topics } from '#health/examine.ts'
import type { DeskServices } from './desk-services.ts'

/** The worst first. */
const states = ['wrong', 'warning', 'right'] as const

export type HealthCard = {
  title: string
  state: Finding['state']
  /** What is not right; empty if all is. */
  says: string[]
  /** What the staff do about it themselves, if there is something. */
  todo: string | undefined
}

/** What `council doctor` finds, without its advice, which is for people who have a terminal. */
export async function healthCards({ config }: DeskServices): Promise<HealthCard[]> {
  const findings: Finding[] = []
  for await (const finding of examine(() => config)) findings.push(finding)
  const cards = topics.flatMap(({ of, title, forStaff = {} }) => {
    const found = findings.filter((one) => one.of === of)
    const state = states.find((worst) => found.some((one) => one.state === worst))
    const says = found.filter((one) => one.state !== 'right').map((one) => one.says)
    return state ? [{ title, state, says, todo: { right: undefined, ...forStaff }[state] }] : []
  })
  return cards.toSorted((one, other) => states.indexOf(one.state) - states.indexOf(other.state))
}
