import { confirmed } from './confirm.ts'

export type RemovalSwitches = Partial<Record<'dryRun' | 'yes', true>>

/**
 * Whether what is said may be removed, or revoked: asked on a terminal, elsewhere told by --yes.
 *
 * @param words what would be removed, and what would stay.
 * @returns false where nothing is to be done; why was said.
 */
export async function mayRemove(
  words: string,
  { dryRun, yes }: RemovalSwitches,
  verb: 'Remove' | 'Revoke' = 'Remove',
): Promise<boolean> {
  const nothing = `Nothing was ${verb.toLowerCase()}d`
  if (dryRun) console.log(`${words}\n${nothing}.`)
  if (dryRun || yes) return !dryRun
  return confirmed({
    shown: words,
    question: `Nothing brings it back. ${verb} it?`,
    refused: `${nothing}.`,
    nobody: `${nothing}: nobody can be asked here. Add --yes.`,
  })
}
