import { agrees, canAsk } from './ask.ts'

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
  if (!canAsk()) {
    console.error('Nothing was removed: nobody can be asked here. Add --yes.')
    process.exitCode = 1
    return false
  }
  console.error(words)
  const isAgreed = await agrees('Nothing brings it back. Remove it?')
  if (isAgreed) return true
  console.error('Nothing was removed.')
  process.exitCode = 1
  return false
}
