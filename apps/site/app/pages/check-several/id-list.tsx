import words from '@naic/content/check-several.json' with { type: 'json' }
import { Button } from '@naic/ui/button.tsx'
import { useHydrated } from '@naic/ui/use-hydrated.ts'
import { type FileNote, mostIds, useIdList } from './use-id-list.ts'
import { type ReactNode, useState } from 'react'
import { useNoDropOutside } from '#app/certificate-view/use-no-drop-outside.ts'
import { CircleAlert } from 'lucide-react'
import type { ReadIds } from './read-ids.ts'

type Props = { isRunning: boolean; onCheck: (ids: readonly string[]) => void }

/** Takes a list, typed, pasted or dropped, and says what was found in it before anything is asked. */
export function IdList({ isRunning, onCheck }: Props) {
  const { area, read, now, told, onInput, addFiles, takeThose } = useIdList()
  const isReady = useHydrated() && now.length > 0 && !isRunning
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onCheck(takeThose())
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 noscript:hidden"
    >
      <DropArea onFiles={addFiles}>
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
          onInput={onInput}
          aria-describedby="ids-hint"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          className="control font-mono"
        />
        <ListNotes read={read} told={told} />
      </DropArea>
      <FileChoice onFiles={addFiles} />
      <Button type="submit" disabled={!isReady} className="w-full">
        {now.length === 0 ? 'Check' : `Check ${countOf(now.length)}`}
      </Button>
    </form>
  )
}

/** The browser's own words beside the button would say for ever that none is chosen. */
function FileChoice({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
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
          onFiles([...(currentTarget.files ?? [])])
          // The same one may be chosen again, once it was mended.
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

const countOf = (count: number) => (count === 1 ? '1 certificate' : `${count} certificates`)

type DropProps = { onFiles: (files: Iterable<File>) => void; children: ReactNode }

/** Takes files that are dropped on it. What is dropped as text goes into the field by itself. */
function DropArea({ onFiles, children }: DropProps) {
  const [isOver, setIsOver] = useState(false)
  useNoDropOutside()
  return (
    <div
      data-testid="drop-zone"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false)
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        onFiles([...event.dataTransfer.files])
      }}
      className={`grid grid-cols-[minmax(0,1fr)] gap-1.5 rounded-md outline-offset-8 ${
        isOver ? 'bg-peacock-pale outline-peacock outline-2 outline-dashed' : ''
      }`}
    >
      {children}
    </div>
  )
}

type NotesProps = { read: ReadIds; told: { isBlank: boolean; fileNote: FileNote | undefined } }

/** What was found in the field, what counts once, what is left out, and what has to wait. */
function ListNotes({ read, told: { isBlank, fileNote } }: NotesProps) {
  const { ids, repeated, others } = read
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
      {repeated.length > 0 ? (
        <p>{words.list.repeated.replace('[list]', repeated.join(', '))}</p>
      ) : null}
      {rest > 0 ? <p className="font-medium">{tooMany}</p> : null}
      {others.length > 0 ? (
        <details>
          <summary className="link w-fit cursor-pointer py-2.5 font-medium">
            {words.list.others.replace('[count]', String(others.length))}
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
