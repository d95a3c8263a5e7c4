/**
 * How long things are kept, in words of the privacy page. A setting decides it: the text has these
 * places, which are filled when the setting is known.
 */
const places = {
  '[[kept: application]]': {
    always: 'Until our staff delete it',
    days: (days: number) =>
      `${days} days after the last thing that happened with it, unless our staff delete it before`,
  },
  '[[kept: message]]': {
    always: 'Until our staff delete it',
    days: (days: number) =>
      `${days} days after it came in, or after we marked it as answered, unless our staff delete it before`,
  },
  '[[kept: emails]]': {
    always: 'Until our staff delete them',
    days: (days: number) =>
      `${days} days after they were written, unless our staff delete them before`,
  },
  '[[kept: automatically]]': {
    always:
      'Nothing here is deleted automatically after a fixed time: our staff delete what is no longer needed.',
    days: (days: number) =>
      `Applications with their resumes, contact messages and the copies of emails are deleted automatically after ${days} days, as the table says. With an application, the days are counted from when it came in or from the last change of its status, whichever is later. Certificates, entries in the public log and backups are not deleted by their age.`,
  },
} as const

/** @param days undefined if no age limit is set. @returns the text with the words in it. */
export function putRetention(text: string, days: number | undefined): string {
  let filled = text
  for (const [place, words] of Object.entries(places)) {
    if (!filled.includes(place)) continue
    filled = filled.replaceAll(place, days === undefined ? words.always : words.days(days))
  }
  return filled
}
