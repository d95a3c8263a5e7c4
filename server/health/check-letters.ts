import { access, opendir } from 'node:fs/promises'
import path from 'node:path'
import type { Fault, Progress, StoredPlaces } from './stored-places.ts'
import { inBatches } from '../files/in-batches.ts'

const idsAtOnce = 500

/** Letters that are files and have no row. @returns how many files there are. */
export async function* findUnclaimedLetters(
  { database, mailFolder }: StoredPlaces,
  progress: Progress,
): AsyncGenerator<Fault, number> {
  if (mailFolder === undefined || !(await isThere(mailFolder))) return 0
  let done = 0
  for await (const ids of inBatches(lettersIn(mailFolder), idsAtOnce)) {
    const { build, read } = database
    const rows = await read(
      build.selectFrom('letter').select('id').where('id', 'in', ids).compile(),
    )
    const stored = new Set(rows.map(({ id }) => id))
    for (const id of ids) {
      const file = path.join(mailFolder, `${id}.eml`)
      if (stored.has(id) || !(await isThere(file))) continue
      yield {
        of: 'letter',
        says: `The file ${file} belongs to no letter.`,
        advice: 'It may be of somebody who was erased: read it, and remove it if so.',
      }
    }
    done += ids.length
    progress('Letters', done, 0)
  }
  return done
}

async function* lettersIn(folder: string): AsyncGenerator<string> {
  for await (const { name } of await opendir(folder)) {
    if (name.endsWith('.eml')) yield name.slice(0, -'.eml'.length)
  }
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )
