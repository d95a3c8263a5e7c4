import { fill } from './fill.ts'

/**
 * How long things are kept, in words of the privacy page. A setting decides it: the text has these
 * places, which are filled when the setting is known.
 */
const places: Record<string, { always: string; days: string }> = {
  '[[kept: application]]': {
    always: 'Until our staff delete it',
    days: '[days] days after the last thing that happened with it, unless our staff delete it before',
  },
  '[[kept: message]]': {
    always: 'Until our staff delete it',
    days: '[days] days after it came in, or after we marked it as answered, unless our staff delete it before',
  },
  '[[kept: emails]]': {
    always: 'Until our staff delete them',
    days: '[days] days after they were written, unless our staff delete them before',
  },
  '[[kept: automatically]]': {
    always:
      'Nothing here is deleted automatically after a fixed time: our staff delete what is no longer needed.',
    days: 'Applications with their resumes, contact messages and the copies of emails are deleted automatically after [days] days, as the table says. With an application, the days are counted from when it came in or from the last change of its status, whichever is later. Certificates, entries in the public log and backups are not deleted by their age.',
  },
}

/** @param limit undefined if no age limit is set. @returns the text with the words in it. */
export const putRetention = (text: string, limit: number | undefined): string =>
  Object.entries(places).reduce(
    (filled, [place, { always, days }]) =>
      filled.replaceAll(place, limit === undefined ? always : fill(days, { days: limit })),
    text,
  )
