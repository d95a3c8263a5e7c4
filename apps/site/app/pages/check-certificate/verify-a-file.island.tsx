import { FileCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import words from '@naic/content/en/certificate-file.json' with { type: 'json' }
import type { Checked } from '@naic/ledger/verify/read-certificate-file.ts'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'

/** All that checks a file and shows the result, which most visitors of the page never need. */
const loadChecks = () => import('./checked-file.tsx')

type State =
  | { state: 'idle' }
  | { state: 'checking' | 'notLoaded'; names: string[] }
  | {
      state: 'checked'
      names: string[]
      checked: Checked
      parts: Awaited<ReturnType<typeof loadChecks>>
    }

/**
 * Takes a downloaded certificate, with or without its receipt, and checks it in the browser. Its card
 * and its result are two items of the page's grid.
 */
export function VerifyAFile() {
  const [check, setCheck] = useState<State>({ state: 'idle' })
  const latest = useRef(0)
  const outcome = useRef<HTMLDivElement>(null)

  // It lands below what a phone shows.
  useEffect(() => {
    if (check.state === 'idle' || check.state === 'checking') return
    outcome.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [check])

  async function checkThese(chosen: FileList | null) {
    const files = [...(chosen ?? [])]
    const mine = ++latest.current
    if (files.length === 0) return setCheck({ state: 'idle' })
    const names = files.map(({ name }) => name)
    setCheck({ state: 'checking', names })
    const checked = await checkWith(files, names)
    // Other files may have been chosen meanwhile.
    if (mine === latest.current) setCheck(checked)
  }

  return (
    <>
      <div className="border-hairline bg-paper grid grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-lg border p-5 md:p-8">
        <h2 id="verify-a-file" className="text-heading">
          {words.title}
        </h2>
        <DropZone
          chosen={check.state === 'idle' ? [] : check.names}
          onFiles={(files) => void checkThese(files)}
        />
        <p className="text-ink-soft text-sm">{words.text}</p>
        <p role="status" data-testid="verdict" className="sr-only">
          {announcement(check)}
        </p>
      </div>
      <div ref={outcome} className="scroll-my-4 empty:hidden md:col-span-2">
        <Outcome check={check} />
      </div>
    </>
  )
}

async function checkWith(files: readonly File[], names: string[]): Promise<State> {
  try {
    const parts = await loadChecks()
    return { state: 'checked', names, checked: await parts.checkChosen(files), parts }
  } catch {
    return { state: 'notLoaded', names }
  }
}

/** A failure is an alert of its own. */
function announcement(check: State): string {
  if (check.state === 'checking') return words.checking
  return check.state === 'checked' ? check.parts.announcementOf(check.checked) : ''
}

function Outcome({ check }: { check: State }) {
  switch (check.state) {
    case 'idle':
      return null
    case 'checking':
      return (
        <p className="flex items-center gap-3 font-medium">
          <Spinner />
          {words.checking}
        </p>
      )
    case 'notLoaded':
      return <FailureNotice title={words.notChecked}>{words.notLoaded}</FailureNotice>
    case 'checked':
      return <check.parts.CheckedFile checked={check.checked} />
  }
}

type Zone = {
  /** Their names, which the browser's own control would cut off on a phone. */
  chosen: string[]
  onFiles: (files: FileList | null) => void
}

function DropZone({ chosen, onFiles }: Zone) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)

  // Text may still be dragged into a field. A file outside would be opened in place of the page.
  useEffect(() => {
    const stop = new AbortController()
    for (const type of ['dragover', 'drop'] as const)
      addEventListener(type, refuseFiles, { signal: stop.signal })
    return () => stop.abort()
  }, [])

  // A file may have been chosen before the script came.
  useEffect(() => {
    if (input.current?.files?.length) onFiles(input.current.files)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])

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
        onFiles(event.dataTransfer.files)
      }}
      onPointerEnter={prepare}
      onFocus={prepare}
      onDragEnter={prepare}
      className={`grid grid-cols-[minmax(0,1fr)] gap-1.5 rounded-md border-2 border-dashed p-4 fade-colors ${
        isOver ? 'border-peacock bg-peacock-pale' : 'border-control bg-warm'
      }`}
    >
      <label htmlFor="certificate-files" className="flex items-center gap-2 font-semibold">
        <FileCheck aria-hidden className="text-peacock size-6 shrink-0" />
        {words.label}
      </label>
      <input
        ref={input}
        id="certificate-files"
        type="file"
        multiple
        accept=".json,.tlog-proof,.pdf,.png,.jpg,.jpeg,.webp"
        aria-describedby="certificate-files-hint"
        onChange={({ currentTarget }) => onFiles(currentTarget.files)}
        className="file:border-control file:bg-paper file:text-ink min-h-12 w-full file:mr-4 file:min-h-12 file:cursor-pointer file:rounded-md file:border file:px-5 file:font-semibold text-transparent"
      />
      {chosen.length > 0 ? <p className="font-medium wrap-anywhere">{chosen.join(', ')}</p> : null}
      <p id="certificate-files-hint" className="text-ink-soft text-sm">
        {words.hint} <span className="pointer-coarse:hidden">{words.drop}</span>
      </p>
    </div>
  )
}

function refuseFiles(event: DragEvent) {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}

/**
 * Fetched once somebody reaches for the box, so that files can then be checked offline as well. That they
 * cannot be checked is said once there is one.
 */
function prepare(): void {
  loadChecks().then(
    ({ prepareChecks }) => prepareChecks(),
    () => undefined,
  )
}
