/**
 * What somebody may do at the desk, each with the end of the sentence that refuses it. Keys and settings
 * are not among them: they stay with the operator, who has the command line.
 */
const rights = {
  read: 'who read at the desk',
  review: 'who decide about applications and write letters',
  issue: 'who issue certificates',
  keep: 'who erase and export what people sent',
  staff: 'who invite colleagues and say what they may do',
}
export type Right = keyof typeof rights
export const everyRight = Object.keys(rights) as Right[]

/** The parts that the staff have. One person may have several. */
const roles = {
  reader: ['read'],
  reviewer: ['read', 'review'],
  issuer: ['read', 'issue'],
  keeper: ['read', 'keep'],
  manager: ['read', 'staff'],
} as const satisfies Record<string, readonly Right[]>
export type Role = keyof typeof roles
export const everyRole = Object.keys(roles) as Role[]

/** Beside reading, which all of them may. */
export const whatRolesDo: Record<Role, string> = {
  reader: 'reads everything',
  reviewer: 'decides about applications and writes letters',
  issuer: 'issues certificates',
  keeper: 'erases and exports what people sent',
  manager: 'invites colleagues and says what they may do',
}

/** Who asks: by the name that the journal gets, and with all that they may do. */
export type Person = { name: string; rights: readonly Right[] }

export const rightsOf = (held: readonly Role[]): Right[] =>
  everyRight.filter((right) =>
    held.some((role) => (roles[role] as readonly Right[]).includes(right)),
  )

/** What somebody reads who asked for more than they may. */
export const notYours = (right: Right): string =>
  `This is for those ${rights[right]}, and you are not one of them. The person who runs the server gives these parts.`
