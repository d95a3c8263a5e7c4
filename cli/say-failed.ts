/** Says why it could not be done, and that the command has failed. @param sentence printable as it is. */
export function sayFailed(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
