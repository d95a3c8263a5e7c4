import { Download } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { saveFile } from '@naic/ui/save-file.ts'
import { Spinner } from '@naic/ui/spinner.tsx'
import type { AskedExport, ExportProgress } from '../serve/make-export.ts'
import { askedByItself, postDesk, readDesk } from './ask-desk.ts'
import { DeskDialog, leaveDialog } from './desk-dialog.tsx'
import { useMay, useSay } from './desk-frame.tsx'
import { useAttempt } from './use-attempt.ts'

type Props = {
  of: AskedExport['of']
  query: string
  /** Those alone, in place of the query. */
  ids?: string[]
  total: number
  /** Keys of the sheet's columns that the list shows; undefined if it is no question. */
  columns?: string[]
}

/** All that the list's filter matches, as a file, for those who may take it. */
export function ExportButton(props: Props & { className: string; children: ReactNode }) {
  const { className, children, ...exported } = props
  const [isOpen, setIsOpen] = useState(false)
  if (!useMay('keep') || props.total === 0) return null
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)} className={className}>
        {children}
      </button>
      {/* The button may stand in the form of a search, in which no other form can be. */}
      {isOpen
        ? createPortal(
            <ExportDialog {...exported} onClose={() => setIsOpen(false)} />,
            document.body,
          )
        : null}
    </>
  )
}

/** Beside how many a list has found. */
export const ExportList = (props: Omit<Props, 'ids'>) => (
  <ExportButton
    {...props}
    className="hover:bg-sand inline-flex min-h-9 items-center gap-1.5 rounded-md px-2 text-sm whitespace-nowrap"
  >
    <Icon of={Download} />
    <span className="max-lg:sr-only">
      {props.total === 1 ? 'Export this one' : `Export these ${inWords(props.total)}`}
    </span>
  </ExportButton>
)

const inWords = (count: number) => count.toLocaleString('en-IN')

/** How often the page asks how far it is. */
const everyMs = 1_000

function ExportDialog({ onClose, ...exported }: Props & { onClose: () => void }) {
  const { of, total, columns } = exported
  const [progress, setProgress] = useState<ExportProgress>()
  const stop = useRef(new AbortController())
  const { attempt, failure, isGoing } = useAttempt()
  const say = useSay()
  useEffect(() => () => stop.current.abort(), [])

  async function start(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isGoing) return
    const chosen = new FormData(event.currentTarget)
    const dialog = event.currentTarget.closest('dialog')
    const asked: AskedExport = {
      id: crypto.randomUUID(),
      ...exported,
      columns: chosen.get('columns') === 'shown' ? columns : undefined,
      kind: chosen.get('kind') === 'csv' ? 'csv' : 'xlsx',
      withResumes: chosen.has('resumes'),
    }
    const file = `${of}.${asked.withResumes ? 'zip' : asked.kind}`
    const howFar = () =>
      readDesk<ExportProgress | null>(`/api/exports/${asked.id}`, { headers: askedByItself })
    const look = setInterval(() => {
      // How far it is comes with the next look.
      void howFar().then(
        (now) => now && setProgress(now),
        () => undefined,
      )
    }, everyMs)
    stop.current = new AbortController()
    setProgress(undefined)
    await attempt(async () => {
      if (!(await take(file, asked, stop.current.signal))) return
      const { missing = 0 } = (await howFar().catch(() => null)) ?? {}
      const without =
        missing > 0 ? ` ${inWords(missing)} resumes are not in it: read missing.txt.` : ''
      say(`Saved as ${file}.${without} An erasure does not reach that file.`)
      dialog?.close()
    })
    clearInterval(look)
  }

  return (
    <DeskDialog
      title={`Export ${inWords(total)} ${total === 1 ? of.slice(0, -1) : of}`}
      isNarrow
      hasText={isGoing}
      onClose={onClose}
    >
      {(isWarned) => (
        <form onSubmit={(event) => void start(event)} className="grid gap-5 px-6 py-4">
          <fieldset disabled={isGoing} className="flex flex-wrap gap-x-10 gap-y-5">
            {columns ? (
              <OneOf
                name="columns"
                label="Columns"
                options={{ shown: 'As the list has them', all: 'All there are' }}
              />
            ) : null}
            <OneOf name="kind" label="Sheet" options={{ xlsx: 'Excel (.xlsx)', csv: 'CSV' }} />
            {of === 'applications' ? (
              <label className="flex min-h-9 basis-full items-center gap-2">
                <input type="checkbox" name="resumes" className="accent-peacock size-5" />
                With their resumes, in one ZIP
              </label>
            ) : null}
          </fieldset>
          <p className="text-ink-soft max-w-text">
            The file has people’s data: delete it when you are done, since an erasure does not reach
            it. The journal gets who took it, and how many.
          </p>
          <FailureNotice title="The file was not saved.">{failure}</FailureNotice>
          {isGoing ? <HowFar progress={progress} /> : null}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Button type="submit" aria-disabled={isGoing}>
              {isGoing ? <Spinner /> : null}
              Save the file
            </Button>
            <Button type="button" look="quiet" onClick={leaveDialog}>
              {isGoing ? 'Stop' : 'Leave it'}
            </Button>
            <p role="status" className="text-ink-soft text-sm">
              {isWarned ? 'Escape again stops it; nothing is saved then.' : null}
            </p>
          </div>
        </form>
      )}
    </DeskDialog>
  )
}

type OneOfProps = { name: string; label: string; options: Record<string, string> }

const OneOf = ({ name, label, options }: OneOfProps) => (
  <fieldset className="grid gap-1">
    <legend className="font-semibold">{label}</legend>
    {Object.entries(options).map(([value, words], at) => (
      <label key={value} className="flex min-h-9 items-center gap-2">
        <input
          type="radio"
          name={name}
          value={value}
          defaultChecked={at === 0}
          className="accent-peacock size-5"
        />
        {words}
      </label>
    ))}
  </fieldset>
)

function HowFar({ progress }: { progress: ExportProgress | undefined }) {
  const { what = 'rows', done = 0, total = 0 } = progress ?? {}
  const words = `${inWords(done)} of ${inWords(total)} ${what}`
  return (
    <div className="grid gap-1">
      <progress
        aria-label="How far it is"
        aria-valuetext={words}
        max={Math.max(total, 1)}
        value={done}
        className="accent-peacock w-full"
      />
      <p className="text-sm tabular-nums">{total === 0 ? 'It begins.' : words}</p>
    </div>
  )
}

type Picker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
declare global {
  interface Window {
    /** Not in every browser: https://developer.mozilla.org/docs/Web/API/Window/showSaveFilePicker */
    showSaveFilePicker?: Picker
  }
}

/**
 * Where the browser can, it goes straight to the disk; elsewhere the browser keeps it until it is whole.
 *
 * @returns whether it is saved; not if nobody chose where to, or it was stopped.
 */
async function take(file: string, asked: AskedExport, signal: AbortSignal): Promise<boolean> {
  try {
    const to = await window.showSaveFilePicker?.({ suggestedName: file })
    const answer = await postDesk('/api/exports', asked, { signal })
    if (to && answer.body) await answer.body.pipeTo(await to.createWritable(), { signal })
    else saveFile(file, 'application/octet-stream', await answer.blob())
    return true
  } catch (error) {
    if (signal.aborted || (error as Error).name === 'AbortError') return false
    const isCut = error instanceof TypeError
    throw isCut ? new Error(cutOff) : error
  }
}

const cutOff =
  'It ended before all was there, and what came was thrown away. Please try again; if it ends once more, tell the person who runs the server.'
