/** What follows the name of a mail service in its addresses; of some, in every country. */
const anywhere = /^(com|(?!c[om]$|om$)[a-z]{2}|com?\.(?!in$)[a-z]{2}|co\.in)$/
const services = {
  gmail: /^com$/,
  yahoo: anywhere,
  outlook: anywhere,
  hotmail: anywhere,
  rediffmail: /^com$/,
  icloud: /^com$/,
}

/** They are one letter from those, and right as they are. */
const others = new Set(['mail', 'email', 'ymail', 'gail', 'cloud'])

/**
 * The answer to a form comes by email only, so a slip in the address is noticed by nobody.
 *
 * @param typed an email address.
 * @returns the address that was probably meant, if its domain is nearly that of a common mail service;
 *   undefined for every other domain: colleges have domains of any kind.
 */
export function likelyAddress(typed: string): string | undefined {
  const [, name = '', domain = ''] = /^\s*([^@\s]+)@([^@\s]+)\s*$/.exec(typed) ?? []
  const [, host = '', ending = ''] = /^([^.]*)\.(.*)$/.exec(domain.toLowerCase()) ?? []
  if (others.has(host)) return undefined
  const found = Object.entries(services).find(([service]) => slips(host, service) <= 1)
  if (!found) return undefined
  const [service, endings] = found
  if (endings.test(ending)) {
    return host === service ? undefined : `${name}@${service}.${ending}`
  }
  const isMeant = host === service || slips(ending, 'com') <= 1
  return isMeant ? `${name}@${service}.com` : undefined
}

/** How many letters are missing, too many, wrong, or swapped with the next one; any number above 1 is 2. */
function slips(typed: string, meant: string): number {
  if (typed === meant) return 0
  let at = 0
  while (at < meant.length && typed[at] === meant[at]) at += 1
  const [rest, right] = [typed.slice(at), meant.slice(at)]
  const isOne =
    rest.slice(1) === right ||
    rest === right.slice(1) ||
    rest.slice(1) === right.slice(1) ||
    (rest[0] === right[1] && rest[1] === right[0] && rest.slice(2) === right.slice(2))
  return isOne ? 1 : 2
}
