/**
 * The parts that the staff have, and what each may do beside reading, which all of them may. One person may have
 * several. Keys and settings are no part: they stay with the operator, who has the command line.
 */
const roles = {
  reader: { right: 'read', does: 'reads everything' },
  reviewer: { right: 'review', does: 'decides about applications and writes letters' },
  issuer: { right: 'issue', does: 'issues certificates' },
  keeper: { right: 'keep', does: 'erases and exports what people sent' },
  manager: { right: 'staff', does: 'invites colleagues and says what they may do' },
} as const
export type Role = keyof typeof roles
export const everyRole = Object.keys(roles) as Role[]

export type Right = (typeof roles)[Role]['right']
export const everyRight = everyRole.map((role) => roles[role].right)

export const whatDoes = (role: Role): string => roles[role].does

/** Who asks: by the name that the journal gets, and with all that they may do. */
export type Person = { name: string; rights: readonly Right[] }

export const rightsOf = (held: readonly Role[]): Right[] =>
  everyRole
    .filter((role) => held.includes(role) || (role === 'reader' && held.length > 0))
    .map((role) => roles[role].right)

/** What somebody reads who asked for more than they may. */
export function notYours(right: Right): string {
  const role = everyRole.find((one) => roles[one].right === right) ?? right
  return `This needs the role ${role}. A manager, or the person who runs the server, gives it.`
}
