import { Download } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { type Exported, rightsToExport } from '../desk-api.ts'
import type { ExportProgress, ExportTicket } from '../serve/make-export.ts'
import { askedByItself, readDesk, sendDesk } from './ask-desk.ts'
import { DeskDialog, leaveDialog } from './desk-dialog.tsx'
import { usePerson } from './desk-frame.tsx'
import { ChoiceOfOne } from './list-and-one.tsx'
import { useAttempt } from './use-attempt.ts'

type Props = {
  of: Exported
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
  const { rights } = usePerson()
  const isAllowed = rightsToExport[exported.of].some((right) => rights.includes(right))
  if (!isAllowed || props.total === 0) return null
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
  const { of, total, columns, ...asked } = exported
  const [ticket, setTicket] = useState<ExportTicket>()
  const [shown, setShown] = useState('shown')
  const [kind, setKind] = useState('xlsx')
  const { attempt, failure, isGoing } = useAttempt()

  async function start(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const withResumes = new FormData(event.currentTarget).has('resumes')
    await attempt(async () => {
      const got = await sendDesk<ExportTicket>(`/api/exports/${of}`, {
        ...asked,
        columns: shown === 'shown' ? columns : undefined,
        kind,
        withResumes,
      })
      setTicket(got)
      // The browser takes it as it takes any file.
      const link = document.createElement('a')
      Object.assign(link, { href: `/api/exports/${got.id}`, download: got.file }).click()
    })
  }

  return (
    <DeskDialog
      title={`Export ${inWords(total)} ${total === 1 ? of.slice(0, -1) : of}`}
      isNarrow
      onClose={onClose}
    >
      {() => (
        <form onSubmit={(event) => void start(event)} className="grid gap-5 px-6 py-4">
          <fieldset disabled={isGoing} className="flex flex-wrap gap-x-10 gap-y-5 empty:hidden">
            {columns ? (
              <ChoiceOfOne
                name="columns"
                label="Columns"
                options={[
                  { value: 'shown', name: 'The columns of the list' },
                  { value: 'all', name: 'All columns' },
                ]}
                value={shown}
                onChoose={setShown}
              />
            ) : null}
            {of === 'applications' ? (
              <>
                <ChoiceOfOne
                  name="kind"
                  label="Sheet"
                  options={[
                    { value: 'xlsx', name: 'Excel (.xlsx)' },
                    { value: 'csv', name: 'CSV' },
                  ]}
                  value={kind}
                  onChoose={setKind}
                />
                <label className="flex min-h-9 basis-full items-center gap-2">
                  <input type="checkbox" name="resumes" className="accent-peacock size-5" />
                  With their resumes, in one ZIP
                </label>
              </>
            ) : null}
          </fieldset>
          <p className="text-ink-soft max-w-text">
            The file has people’s data: delete it when you are done, since an erasure does not reach
            it. The journal gets who took it, and how many.
          </p>
          <FailureNotice title="The file was not saved.">{failure}</FailureNotice>
          {ticket ? <HowFar key={ticket.id} {...ticket} /> : null}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Button type="submit" aria-disabled={isGoing}>
              {isGoing ? <Spinner /> : null}
              Save the file
            </Button>
            <Button type="button" look="quiet" onClick={leaveDialog}>
              {ticket ? 'Close' : 'Leave it'}
            </Button>
          </div>
        </form>
      )}
    </DeskDialog>
  )
}

/** How far the desk is with what the browser takes. */
function HowFar({ id, file }: ExportTicket) {
  const [progress, setProgress] = useState<ExportProgress>()
  const { state, what = 'rows', done = 0, total = 0, missing = 0 } = progress ?? {}
  const isOver = state === 'whole' || state === 'cut off'
  useEffect(() => {
    if (isOver) return undefined
    const look = () =>
      readDesk<ExportProgress>(`/api/exports/${id}/progress`, { headers: askedByItself })
    // How far it is comes with the next look.
    const timer = setInterval(() => void look().then(setProgress, () => undefined), everyMs)
    return () => clearInterval(timer)
  }, [id, isOver])
  if (state === 'cut off') {
    return (
      <FailureNotice title="The file is not whole.">
        It ended before all was there. Please try again; if it ends once more, tell the person who
        runs the server.
      </FailureNotice>
    )
  }
  return (
    <p role="status" className="tabular-nums">
      {isOver
        ? `Your browser has ${file}.`
        : `${inWords(done)} of ${inWords(total)} ${what}. You may close this.`}
      {isOver && missing > 0
        ? ` ${inWords(missing)} resumes are not in it: read missing.txt.`
        : null}
    </p>
  )
}
