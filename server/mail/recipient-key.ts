/** Where dots in the name mean nothing: https://support.google.com/mail/answer/7436150 */
const withoutDots: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * Whose mailbox an address is, as far as it can be told from the address: without letter case, and
 * without what comes after a "+", which nearly every provider hands to the same person (RFC 5233).
 * Where two people share one after all, they only share what the day allows of acknowledgements.
 */
export function recipientKey(address: string): string {
  const plain = address.trim().toLowerCase()
  const at = plain.lastIndexOf('@')
  const domain = plain.slice(at + 1)
  const [name = ''] = plain.slice(0, at).split('+')
  if (!withoutDots.has(domain)) return `${name}@${domain}`
  return `${name.replaceAll('.', '')}@gmail.com`
}
