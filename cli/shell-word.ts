/** @returns a text as a shell takes it for one word, whatever is in it. */
export const shellWord = (text: string): string =>
  /^[\w@.-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
