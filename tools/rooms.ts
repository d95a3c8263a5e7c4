import type { Import } from './read-imports.ts'

export type Law = Readonly<Record<string, readonly string[]>>

/**
 * @returns the room that a file is in: its own entry in the law, or its folder's. What stands in a
 *   folder without an entry is in no room, even if a folder above has one.
 */
export function roomOf(file: string, law: Law): string | undefined {
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.'
  return [file, folder, folder.replace(/[^/]+$/, '*')].find((room) => room in law)
}

/**
 * @returns a sentence, where the law does not allow an import. What is no code (a picture, words in
 *   JSON) counts to the room whose folder it is in.
 */
export function breachOf({ from, to }: Import, law: Law): string | undefined {
  const room = roomOf(from, law)
  if (room === undefined) return undefined
  const besides = /\.test\.tsx?$/.test(from) ? law[`${topOf(from)}/**/*.test.ts`] : undefined
  const allowed = [...(law[room] ?? []), ...(besides ?? [])]
  const target = roomOf(to, law) ?? enclosing(to, law)
  const isBeside = folderOf(from) === folderOf(to)
  const isOwn = (target === room && (!room.endsWith('*') || isBeside)) || (besides && isBeside)
  if (target !== undefined && (isOwn || allowed.includes(target))) return undefined
  return `${from} imports ${to}, but ${room} may import ${allowed.join(', ') || 'nothing of ours'} only.`
}

const folderOf = (file: string) => file.slice(0, Math.max(0, file.lastIndexOf('/')))

const topOf = (file: string) => file.split('/', 1)[0] ?? ''

/** The nearest folder above that is a room. */
function enclosing(file: string, law: Law): string | undefined {
  for (let folder = folderOf(file); folder !== ''; folder = folderOf(folder)) {
    const room = roomOf(`${folder}/x`, law)
    if (room) return room
  }
  return undefined
}

/** The law as a list in Markdown. */
export const lawAsList = (law: Law): string =>
  Object.entries(law)
    .map(([room, allowed]) => {
      const rooms = allowed.map((other) => `\`${other}\``).join(', ')
      return `- \`${room}\`: ${rooms || 'nothing of ours'}`
    })
    .join('\n')
