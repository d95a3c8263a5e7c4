/**
 * A name that may stand in a letter to an address nobody has confirmed: letters of any
 * script, spaces and the marks of names. Otherwise the form could be used to send strangers
 * advertisements in the council's name.
 */
export function greetable(name: string): string | undefined {
  return /^[\p{L}\p{M} .'’-]{2,60}$/u.test(name) && !/\.\p{L}/u.test(name) ? name : undefined
}

/**
 * Who sent a form, as the headers of a letter name them: with a name that would be greeted, or with
 * the address alone.
 */
export const senderMailbox = ({ name, email }: { name: string; email: string }) => ({
  name: greetable(name) ?? '',
  address: email,
})
