import { useEffect, useMemo, useRef, useState } from 'react'
import words from '@naic/content/check-several.json' with { type: 'json' }
import { readIds } from './read-ids.ts'
import { readListFile } from './read-list-file.ts'

/** So many are checked in one go: less than half of what one address may look up in a minute. */
export const mostIds = 50

/** What a file came to: `isFailure` where nothing of it was taken. */
export type FileNote = { text: string; isFailure: boolean }

/** The field of many IDs, and what is found in it. */
export function useIdList() {
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [fileNote, setFileNote] = useState<FileNote>()
  const read = useMemo(() => readIds(text), [text])

  // Something may have been pasted before the script came.
  useEffect(() => setText(area.current?.value ?? ''), [])

  function write(value: string) {
    if (area.current) area.current.value = value
    setText(value)
  }

  /** Only its IDs: a sheet has names and dates, which nobody has to see in the field. */
  async function addFile(file: File) {
    const content = await readListFile(file)
    const named = (sentence: string) => sentence.replace('[file]', () => file.name)
    if (content === undefined) {
      return setFileNote({ text: named(words.list.unreadable), isFailure: true })
    }
    const { ids } = readIds(content)
    if (ids.length === 0) return setFileNote({ text: named(words.list.nothing), isFailure: true })
    const before = (area.current?.value ?? '').trimEnd()
    write([...(before === '' ? [] : [before]), ...ids].join('\n'))
    const added = named(words.list.added).replace('[count]', String(ids.length))
    setFileNote({ text: added, isFailure: false })
  }

  /** @returns those to check now; the rest stays in the field. */
  function takeThose(): string[] {
    const rest = read.ids.slice(mostIds)
    setFileNote(undefined)
    if (rest.length > 0) write(rest.join('\n'))
    return read.ids.slice(0, mostIds)
  }

  return {
    area,
    read,
    now: read.ids.slice(0, mostIds),
    told: { isBlank: text.trim() === '', fileNote },
    onInput: () => setText(area.current?.value ?? ''),
    addFiles: (files: Iterable<File>) => {
      for (const file of files) void addFile(file)
    },
    takeThose,
  }
}
