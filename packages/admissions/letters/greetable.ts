/**
 * A name that we may use in a letter to an address that nobody has confirmed: letters of any script,
 * spaces and the marks of names. Otherwise strangers could be sent advertisements in the council's name.
 */
export function greetable(name: string): string | undefined {
  return /^[\p{L}\p{M} .'’-]{2,60}$/u.test(name) && !/\.\p{L}/u.test(name) ? name : undefined
}

/** The sender of a form in the headers of a letter: with a name that may be greeted, or without one. */
export const senderMailbox = ({ name, email }: { name: string; email: string }) => ({
  name: greetable(name) ?? '',
  address: email,
})
