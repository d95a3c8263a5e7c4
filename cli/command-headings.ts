/** Under which heading the list of all commands has each, by its first word; in this order. */
const headings: Readonly<Record<string, readonly string[]>> = {
  'At a screen': ['desk'],
  Applications: ['applications', 'resume'],
  Messages: ['messages'],
  Letters: ['outbox', 'letters'],
  Certificates: ['certificates'],
  'Keys and log': ['keys', 'log', 'checkpoints', 'witness'],
  'Privacy and journal': ['person', 'erase', 'retention', 'journal'],
  Health: ['doctor', 'check', 'sweep'],
  Installation: ['backup', 'restore', 'migrate', 'move-data', 'completion'],
}

const words = Object.entries(headings).flatMap(([heading, firsts]) =>
  firsts.map((first) => ({ first, heading })),
)

/** @param first word of a command. @returns undefined for one that stands under none. */
export const headingOf = (first: string): string | undefined =>
  words.find((word) => word.first === first)?.heading

/** For a sort: as the list has them. One without a heading comes last. */
export function placeOf(first: string): number {
  const at = words.findIndex((word) => word.first === first)
  return at < 0 ? words.length : at
}
