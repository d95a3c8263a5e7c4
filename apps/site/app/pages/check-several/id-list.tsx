import { CircleAlert } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useFileDrop } from '#app/certificate-view/use-file-drop.ts'
import words from '@naic/content/en/check-several.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { Button } from '@naic/ui/button.tsx'
import { useHydrated } from '@naic/ui/use-hydrated.ts'
import type { Beside } from './check-list.ts'
import { type ReadIds, readIds, readListFile } from './read-ids.ts'

/** So many are checked in one go: less than half of what one address may look up in a minute. */
const mostIds = 50

/** What the page says after it read a file. `isFailure`: it took nothing from the file. */
type FileNote = { text: string; isFailure: boolean }

type Props = {
  isRunning: boolean
  /** Counts the lists that were begun: the form folds up, so that the results come first. */
  round: number
  /** There is an ID to check. */
  onFound: () => void
  onCheck: (ids: readonly string[], beside: Beside) => void
}

/** Takes a list, typed, pasted or dropped, and says what it found before it asks the site. */
export function IdList({ isRunning, round, onFound, onCheck }: Props) {
  const fold = useRef<HTMLDetailsElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [leftOver, setLeftOver] = useState(0)
  const [fileNote, setFileNote] = useState<FileNote>()
  const read = useMemo(() => readIds(text), [text])
  const { isOver, zone } = useFileDrop(addFiles)
  const now = read.ids.slice(0, mostIds)
  const isReady = useHydrated() && now.length > 0 && !isRunning

  // Something may have been pasted before the script came.
  useEffect(() => setText(area.current?.value ?? ''), [])

  const hasIds = now.length > 0
  useEffect(() => {
    if (hasIds) onFound()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- not each time the page is drawn
  }, [hasIds])

  useEffect(() => {
    if (fold.current && round > 0) fold.current.open = false
  }, [round])

  function write(value: string) {
    if (area.current) area.current.value = value
    setText(value)
  }

  function addFiles(files: FileList | null) {
    for (const file of files ?? []) void addFile(file)
  }

  /** Only its IDs: a sheet has names and dates, which do not belong in the field. */
  async function addFile(file: File) {
    const content = await readListFile(file)
    const say = (sentence: string, isFailure: boolean) =>
      setFileNote({ text: sentence.replace('[file]', () => file.name), isFailure })
    if (content === undefined) return say(words.list.unreadable, true)
    const { ids } = readIds(content)
    if (ids.length === 0) return say(words.list.nothing, true)
    const before = (area.current?.value ?? '').trimEnd()
    write([...(before === '' ? [] : [before]), ...ids].join('\n'))
    say(words.list.added.replace('[count]', String(ids.length)), false)
  }

  /** The IDs that are not checked now stay in the field. */
  function check() {
    const rest = read.ids.slice(mostIds)
    setFileNote(undefined)
    setLeftOver(rest.length)
    if (rest.length > 0) write(rest.join('\n'))
    onCheck(now, read)
  }

  return (
    <details ref={fold} open className="noscript:hidden">
      <summary
        hidden={round === 0}
        className="link w-fit cursor-pointer py-2.5 text-lg font-medium"
      >
        {leftOver > 0 ? fill(words.list.rest, { count: leftOver }) : words.list.again}
      </summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) check()
        }}
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
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
          {buttonText(now.length)}
        </Button>
        <FileChoice onFiles={addFiles} />
      </form>
    </details>
  )
}

function buttonText(count: number): string {
  if (count === 0) return words.list.check
  return count === 1 ? words.list.checkOne : fill(words.list.checkCount, { count })
}

/** Transparent, or the browser's own words would always say that no file is chosen. */
function FileChoice({ onFiles }: { onFiles: (files: FileList | null) => void }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <label htmlFor="ids-file" className="font-semibold">
        {words.list.file}
      </label>
      <input
        id="ids-file"
        type="file"
        accept=".txt,.csv,text/plain,text/csv"
        aria-describedby="ids-privacy"
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files)
          // The same file may be chosen again once it was corrected.
          currentTarget.value = ''
        }}
        className="file:border-control file:bg-warm file:text-ink min-h-11 w-full text-transparent file:min-h-11 file:cursor-pointer file:rounded-sm file:border file:px-4 file:font-semibold"
      />
      <p id="ids-privacy" className="text-ink-soft text-sm">
        {words.list.privacy}
      </p>
    </div>
  )
}

type Notes = { read: ReadIds; isBlank: boolean; fileNote: FileNote | undefined }

/** What is in the field, what counts once, what is left out, and what has to wait. */
function ListNotes({ read: { ids, repeated, others }, isBlank, fileNote }: Notes) {
  const rest = ids.length - mostIds
  const tooMany = words.list.tooMany
    .replace('[count]', String(ids.length))
    .replace('[most]', String(mostIds))
    .replace('[rest]', String(rest))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 text-sm wrap-anywhere">
      <div role="status">
        {fileNote && !fileNote.isFailure ? <p className="font-medium">{fileNote.text}</p> : null}
      </div>
      <div role="alert">{fileNote?.isFailure ? <Problem>{fileNote.text}</Problem> : null}</div>
      {isBlank ? null : ids.length === 0 ? (
        <Problem>{words.list.none}</Problem>
      ) : (
        <p>{words.list.found.replace('[count]', String(ids.length))}</p>
      )}
      {rest > 0 ? <p className="font-medium">{tooMany}</p> : null}
      <BesideIds repeated={repeated} others={others} />
    </div>
  )
}

/** What counts once, and what is left out. */
export function BesideIds({ repeated, others }: Beside) {
  const { oneOther, others: several } = words.list
  return (
    <>
      {repeated.length > 0 ? (
        <p>{fill(words.list.repeated, { list: repeated.join(', ') })}</p>
      ) : null}
      {others.length > 0 ? (
        <details>
          <summary className="link w-fit cursor-pointer py-3 font-medium">
            {others.length === 1 ? oneOther : fill(several, { count: others.length })}
          </summary>
          <p className="text-ink-soft">{others.join(', ')}</p>
        </details>
      ) : null}
    </>
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
