/** The browser's storage may be full or forbidden, and what is there may be anything. @returns undefined then. */
export function ifAllowed<Value>(use: () => Value): Value | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
