import { fchmodSync, fstatSync } from 'node:fs'

/**
 * What standard output goes into can be read by its owner alone from now on, if it is a file of ours:
 * the shell of `> FILE` has made it as it makes every file, which is often for everybody. A file
 * system without such rights, or a file of somebody else, is left as it is.
 */
export function keepOutputPrivate(): void {
  const output = fstatSync(1)
  if (!output.isFile() || output.uid !== process.getuid?.()) return
  try {
    fchmodSync(1, 0o600)
  } catch {
    // Its owner is told by the manual, and what was asked for is of more use than none.
  }
}
