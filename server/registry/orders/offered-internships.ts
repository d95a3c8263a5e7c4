import programme from '#content/programme.json' with { type: 'json' }
import { domains } from '#forms/application-form.ts'
import { nearestMeant } from '#server/sheets/nearest-meant.ts'

/** What certificates are issued for, as it is written on them. */
const offered = {
  domain: domains as readonly string[],
  duration: programme.weeks.map((weeks) => `${weeks} Weeks`) as readonly string[],
}
export type OfferedField = keyof typeof offered

/**
 * Holds a domain or a duration against those that can be applied for.
 *
 * @returns undefined for one of ours; otherwise what is wrong, to be said after the field's name, with
 *   the one that was meant, or all of them.
 */
export function whyNotOffered(field: OfferedField, text: string): string | undefined {
  const ours = offered[field]
  if (ours.includes(text)) return undefined
  const meant = nearestMeant(text, ours)
  const which = meant ? `did you mean "${meant}"?` : `ours are ${ours.join(', ')}`
  return `"${text}" is not one of ours; ${which}`
}
