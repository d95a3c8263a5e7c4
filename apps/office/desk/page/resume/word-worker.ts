import { extractRawText } from 'mammoth'
import { unpacksWithin } from './unpacks-within.ts'

/**
 * Takes the words out of a Word file, in a thread that the page can end: what strangers sent may keep
 * it busy for ever, or unpack to anything.
 */

const mostUnpackedBytes = 50 * 1024 * 1024
/** A resume has a tenth of that. More would be slow to show, however quickly it was read. */
const mostLetters = 200_000

export type WordsRead =
  | { state: 'read'; text: string; isCut: boolean }
  | { state: 'oversized' | 'unreadable' }

onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
  read(data)
    .catch((): WordsRead => ({ state: 'unreadable' }))
    .then((words) => postMessage(words))
}
// The page counts its seconds from here: a slow tunnel to the desk is not the file's fault.
postMessage('ready')

async function read(bytes: ArrayBuffer): Promise<WordsRead> {
  if (!(await unpacksWithin(bytes, mostUnpackedBytes))) return { state: 'oversized' }
  const { value } = await extractRawText({ arrayBuffer: bytes })
  const text = value.replaceAll(/\n{3,}/g, '\n\n').trim()
  return { state: 'read', text: text.slice(0, mostLetters), isCut: text.length > mostLetters }
}
