import { confirmed } from './confirm.ts'

export type RemovalSwitches = Partial<Record<'dryRun' | 'yes', true>>

/**
 * Whether what is said may be removed: asked on a terminal, elsewhere told by --yes.
 *
 * @param words what would be removed, and what would stay.
 * @returns false where nothing is to be done; why was said.
 */
export async function mayRemove(words: string, { dryRun, yes }: RemovalSwitches): Promise<boolean> {
  if (dryRun) console.log(`${words}\nNothing was removed.`)
  if (dryRun || yes) return !dryRun
  return confirmed({
    shown: words,
    question: 'Nothing brings it back. Remove it?',
    refused: 'Nothing was removed.',
    nobody: 'Nothing was removed: nobody can be asked here. Add --yes.',
  })
}
