import { FileCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import words from '@naic/content/en/certificate-file.json' with { type: 'json' }
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'

/** All that checks a file and shows the result, which most visitors of the page never need. */
const loadChecks = () => import('./checked-file.tsx')

/** A failure is an alert of its own, and announced by itself. */
type Result = { announced: string; shown: ReactNode }

const notLoaded: Result = {
  announced: '',
  shown: <FailureNotice title={words.notChecked}>{words.notLoaded}</FailureNotice>,
}

/**
 * Takes a downloaded certificate, with or without its receipt, and checks it in the browser. Its card
 * and its result are two items of the page's grid.
 */
export function VerifyAFile() {
  const [names, setNames] = useState<string[]>([])
  const [result, setResult] = useState<Result>()
  const latest = useRef(0)
  const outcome = useRef<HTMLDivElement>(null)
  const isChecking = names.length > 0 && !result

  // It lands below what a phone shows.
  useEffect(() => {
    if (result) outcome.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [result])

  async function checkThese(chosen: FileList | null) {
    const files = [...(chosen ?? [])]
    const mine = ++latest.current
    setNames(files.map(({ name }) => name))
    setResult(undefined)
    if (files.length === 0) return
    const checked = await loadChecks()
      .then(({ checkChosen }) => checkChosen(files))
      .catch(() => notLoaded)
    // Other files may have been chosen meanwhile.
    if (mine === latest.current) setResult(checked)
  }

  return (
    <>
      <div className="border-hairline bg-paper grid grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-lg border p-5 md:p-8">
        <h2 id="verify-a-file" className="text-heading">
          {words.title}
        </h2>
        <DropZone chosen={names} onFiles={(files) => void checkThese(files)} />
        <p className="text-ink-soft text-sm">{words.text}</p>
        <p role="status" data-testid="verdict" className="sr-only">
          {isChecking ? words.checking : result?.announced}
        </p>
      </div>
      <div ref={outcome} className="scroll-my-4 empty:hidden md:col-span-2">
        {isChecking ? (
          <p className="flex items-center gap-3 font-medium">
            <Spinner />
            {words.checking}
          </p>
        ) : (
          result?.shown
        )}
      </div>
    </>
  )
}

type Zone = { chosen: string[]; onFiles: (files: FileList | null) => void }

/** @param chosen their names, which the browser's own control would cut off on a phone. */
function DropZone({ chosen, onFiles }: Zone) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)

  // Text may still be dragged into a field. A file outside would be opened in place of the page.
  useEffect(() => {
    addEventListener('dragover', refuseFiles)
    addEventListener('drop', refuseFiles)
    const paste = ({ clipboardData }: ClipboardEvent) => {
      if (clipboardData?.files.length) onFiles(clipboardData.files)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
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
        accept=".json,.tlog-proof,.pdf,.png,.jpg,.jpeg,.webp,.heic"
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
const prepare = () =>
  void loadChecks().then(
    ({ prepareChecks }) => prepareChecks(),
    () => undefined,
  )
