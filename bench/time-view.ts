import type { StaffMember } from '@naic/test/support/staff-at-desk.ts'

/**
 * Asks a desk for a view, so many times after a first one that prepares it.
 *
 * @param member of `OpenDesk.enter`. @returns how long each answer took, in ms, the least first.
 * @throws if one of them was not 200.
 */
export async function timeView(
  member: StaffMember,
  view: string,
  askings: number,
): Promise<number[]> {
  const { pathname, search } = new URL(view, 'http://desk')
  const times: number[] = []
  for (let n = 0; n <= askings; n += 1) {
    const before = performance.now()
    const { status, text } = await member.ask('GET', pathname + search)
    if (status !== 200) throw new Error(`${view}: ${status} ${text}`)
    times.push(performance.now() - before)
  }
  const [, ...warm] = times
  return warm.toSorted((one, other) => one - other)
}
