import { internshipOnDisk } from '#content/internships-on-disk.ts'
import type { StatusPlan } from '#server/applications/set-status.ts'
import type { Letter } from '#server/mail/mailer.ts'
import { printable, printableLines } from '#server/sheets/printable-text.ts'

/** @returns lines about one change, with the letter as it will go out. */
export function describeStatusPlan({
  application,
  to,
  completedOn,
  internship,
  letter,
  isNoteAlone,
}: StatusPlan): string {
  const title = internship === null ? undefined : internshipOnDisk(internship)?.title
  return [
    `${printable(application.reference)}  ${printable(application.name)}`,
    `Status:     ${isNoteAlone ? `stays ${to}, with a note` : `${application.status} -> ${to}`}`,
    ...(completedOn === null ? [] : [`Completed:  ${completedOn}, ${title} (${internship})`]),
    ...(letter ? [describeLetter(letter)] : ['Letter:     none']),
  ].join('\n')
}

/** @returns all of a letter, its text a little to the right. */
export const describeLetter = ({ to, subject, body }: Letter): string =>
  [
    `Letter to:  ${printable(to.name)} <${printable(to.address)}>`,
    `Subject:    ${printable(subject)}`,
    '',
    ...printableLines(body.trimEnd())
      .split('\n')
      .map((line) => `  ${line}`.trimEnd()),
    '',
  ].join('\n')
