import { CircleAlert } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useFileDrop } from '#app/certificate-view/use-file-drop.ts'
import words from '@naic/content/en/check-several.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { Button } from '@naic/ui/button.tsx'
import { useHydrated } from '@naic/ui/use-browser-value.ts'
import { type ReadIds, readIds } from './read-ids.ts'

/** So many are checked in one go: less than half of what one address may look up in a minute. */
const mostIds = 50
/** A longer file is no list. */
const limitBytes = 256 * 1024

/** What the page says after it read a file. `isFailure`: it took nothing from the file. */
type FileNote = { text: string; isFailure: boolean }

type Props = { isRunning: boolean; onCheck: (ids: readonly string[]) => void }

/** Takes a list, typed, pasted or dropped, and says what it found before it asks the site. */
export function IdList({ isRunning, onCheck }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [fileNote, setFileNote] = useState<FileNote>()
  const read = useMemo(() => readIds(text), [text])
  const { isOver, zone } = useFileDrop(addFiles)
  const count = Math.min(read.ids.length, mostIds)
  const isReady = useHydrated() && count > 0 && !isRunning

  // Something may have been pasted before the script came.
  useEffect(() => setText(area.current?.value ?? ''), [])

  function write(value: string) {
    if (area.current) area.current.value = value
    setText(value)
  }

  function addFiles(files: FileList | null) {
    for (const file of files ?? []) void addFile(file)
  }

  /** Only its IDs: a sheet has names and dates, which do not belong in the field. */
  async function addFile(file: File) {
    const { ids } = readIds(file.size > limitBytes ? '' : await file.text())
    const isFailure = ids.length === 0
    const sentence = isFailure ? words.list.nothing : words.list.added
    setFileNote({ text: fill(sentence, { file: file.name, count: ids.length }), isFailure })
    const before = (area.current?.value ?? '').trimEnd()
    if (!isFailure) write([...(before === '' ? [] : [before]), ...ids].join('\n'))
  }

  /** The IDs that are not checked now stay in the field. */
  function check() {
    const rest = read.ids.slice(mostIds)
    setFileNote(undefined)
    if (rest.length > 0) write(rest.join('\n'))
    onCheck(read.ids.slice(0, mostIds))
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) check()
      }}
      className="noscript:hidden grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <div
        {...zone}
        data-testid="drop-zone"
        className={`grid grid-cols-[minmax(0,1fr)] gap-1.5 rounded-md outline-offset-8 ${
          isOver ? 'bg-peacock-pale outline-peacock outline-2 outline-dashed' : ''
        }`}
      >
        <label htmlFor="ids" className="font-semibold">
          {words.list.label}
        </label>
        <p id="ids-hint" className="text-ink-soft text-sm">
          {words.list.hint} <span className="pointer-coarse:hidden">{words.list.drop}</span>
        </p>
        <textarea
          id="ids"
          ref={area}
          rows={5}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          aria-describedby="ids-hint"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          className="control font-mono"
        />
        <ListNotes read={read} isBlank={text.trim() === ''} fileNote={fileNote} />
      </div>
      <Button type="submit" disabled={!isReady} className="w-full">
        {count === 0
          ? words.list.check
          : fill(count === 1 ? words.list.checkOne : words.list.checkCount, { count })}
      </Button>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <label htmlFor="ids-file" className="font-semibold">
          {words.list.file}
        </label>
        {/* Transparent, or the browser's own words would always say that no file is chosen. */}
        <input
          id="ids-file"
          type="file"
          accept=".txt,.csv,text/plain,text/csv"
          aria-describedby="ids-privacy"
          onChange={({ currentTarget }) => {
            addFiles(currentTarget.files)
            // The same file may be chosen again once it was corrected.
            currentTarget.value = ''
          }}
          className="file:border-control file:bg-warm file:text-ink min-h-11 w-full text-transparent file:min-h-11 file:cursor-pointer file:rounded-sm file:border file:px-4 file:font-semibold"
        />
        <p id="ids-privacy" className="text-ink-soft text-sm">
          {words.list.privacy}
        </p>
      </div>
    </form>
  )
}

type Notes = { read: ReadIds; isBlank: boolean; fileNote: FileNote | undefined }

/** What is in the field, what counts once, what is left out, and what has to wait. */
function ListNotes({ read: { ids, repeated, others }, isBlank, fileNote }: Notes) {
  const count = ids.length
  const rest = count - mostIds
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 text-sm wrap-anywhere">
      <div role="status">
        {fileNote?.isFailure ? <Problem>{fileNote.text}</Problem> : <p>{fileNote?.text}</p>}
      </div>
      {count > 0 ? <p>{fill(words.list.found, { count })}</p> : null}
      {count === 0 && !isBlank ? <Problem>{words.list.none}</Problem> : null}
      {rest > 0 ? (
        <p className="font-medium">{fill(words.list.tooMany, { count, most: mostIds, rest })}</p>
      ) : null}
      {repeated.length > 0 ? (
        <p>{fill(words.list.repeated, { list: repeated.join(', ') })}</p>
      ) : null}
      {others.length > 0 ? (
        <details>
          <summary className="link w-fit cursor-pointer py-3 font-medium">
            {fill(others.length === 1 ? words.list.oneOther : words.list.others, {
              count: others.length,
            })}
          </summary>
          <p className="text-ink-soft">{others.join(', ')}</p>
        </details>
      ) : null}
    </div>
  )
}

function Problem({ children }: { children: string }) {
  return (
    <p className="text-error flex items-start gap-1.5 font-medium">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  )
}
