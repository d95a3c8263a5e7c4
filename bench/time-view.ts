import type { OpenDesk } from '@naic/test/support/open-desk.ts'

/**
 * Asks a desk for a view, so many times after a first one that prepares it.
 *
 * @param session of `OpenDesk.enter`. @returns how long each answer took, in ms, the least first.
 * @throws if one of them was not 200.
 */
export async function timeView(
  desk: OpenDesk,
  session: string,
  view: string,
  askings: number,
): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n <= askings; n += 1) {
    const before = performance.now()
    const answer = await fetch(desk.url + view, { headers: { 'X-Desk-Session': session } })
    if (!answer.ok) throw new Error(`${view}: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
    times.push(performance.now() - before)
  }
  const [, ...warm] = times
  return warm.toSorted((one, other) => one - other)
}
