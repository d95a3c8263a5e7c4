import { extractRawText } from 'mammoth'
import { unpacksWithin } from './unpacks-within.ts'

/**
 * Takes the words out of a Word file in a thread that the page can end: a stranger's file may keep it
 * busy for ever, or unpack to any size.
 */

const mostUnpackedBytes = 50 * 1024 * 1024
/** Ten resumes. The page would be slow to show more. */
const mostLetters = 200_000

export type WordsRead =
  | { state: 'read'; text: string; isCut: boolean }
  | { state: 'oversized' | 'unreadable' }

onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
  read(data)
    .catch((): WordsRead => ({ state: 'unreadable' }))
    .then((words) => postMessage(words))
}
// The page counts its five seconds from here, since a slow tunnel is not the file's fault.
postMessage('ready')

async function read(bytes: ArrayBuffer): Promise<WordsRead> {
  if (!(await unpacksWithin(bytes, mostUnpackedBytes))) return { state: 'oversized' }
  const { value } = await extractRawText({ arrayBuffer: bytes })
  const text = value.replaceAll(/\n{3,}/g, '\n\n').trim()
  return { state: 'read', text: text.slice(0, mostLetters), isCut: text.length > mostLetters }
}
