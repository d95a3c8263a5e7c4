/** What one group of the bench finds out: ours beside a peer, in pairs of the same round. */
export type Row = {
  /** What was measured; with the page, where there are several. */
  what: string
  unit: string
  /** Whom it was measured beside. */
  peer: string
  pairs: readonly Pair[]
}

export type Pair = { ours: number; peer: number }

/** What could not be measured on this machine, and why. */
export type Skipped = { what: string; because: string }

/** A group. What it starts, it ends. */
export type Measure = (rounds: number) => Promise<(Row | Skipped)[]>

/** Of a run, after which one round must do: with all groups it ends within a quarter of an hour. */
const hurryFromMs = 11 * 60_000

/** Measures both sides in turns, A B B A and so on, so that what changes on the machine meanwhile falls on both. */
export async function inTurns<Found>(
  rounds: number,
  ours: () => Promise<Found>,
  peer: () => Promise<Found>,
): Promise<{ ours: Found; peer: Found }[]> {
  const found: { ours: Found; peer: Found }[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0 && performance.now() > hurryFromMs) break
    if (round % 2 === 0) {
      const first = await ours()
      found.push({ ours: first, peer: await peer() })
    } else {
      const first = await peer()
      found.push({ ours: await ours(), peer: first })
    }
  }
  return found
}

export const pairsOf = <Found>(
  found: readonly { ours: Found; peer: Found }[],
  figure: (of: Found) => number,
): Pair[] => found.map(({ ours, peer }) => ({ ours: figure(ours), peer: figure(peer) }))

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2
}
