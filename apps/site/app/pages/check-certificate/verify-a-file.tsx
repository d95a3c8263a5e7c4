import { FileCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import { CertificateCard } from '#app/certificate-view/certificate-card.tsx'
import { HolderCheck, WhatWasLearnt } from '#app/certificate-view/certificate-sections.tsx'
import { fetchKeys } from '@naic/ledger/verify/ask-site.ts'
import { thisSite } from '#app/certificate-view/this-site.ts'
import { SecurityFeatures } from '#app/certificate-view/security-features.tsx'
import { VerdictNotice } from '#app/certificate-view/verdict-notice.tsx'
import { verdictAnnouncement } from '#app/certificate-view/verdict-sentences.ts'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { type Checked, checkFiles, loadReader } from '@naic/ledger/verify/read-certificate-file.ts'
import { useFileDrop } from '#app/certificate-view/use-file-drop.ts'
import { whenIdle } from '#app/layouts/fetch-ahead.tsx'

type FilesCheck = { state: 'idle' } | { state: 'checking' } | Checked

/** Takes a downloaded certificate, with or without its receipt, and checks it in the browser. */
export function VerifyAFile() {
  const [check, setCheck] = useState<FilesCheck>({ state: 'idle' })
  const latest = useRef(0)
  const outcome = useRef<HTMLDivElement>(null)
  const keys = useRef<ReturnType<typeof fetchKeys>>(undefined)

  // Before they are needed: files can then be checked without a network.
  useEffect(() => {
    keys.current ??= fetchKeys(thisSite)
  }, [])

  // It lands below what a phone shows.
  useEffect(() => {
    if (check.state === 'idle' || check.state === 'checking') return
    outcome.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [check])

  async function checkThese(chosen: FileList | null) {
    const files = [...(chosen ?? [])]
    const mine = ++latest.current
    if (files.length === 0) return setCheck({ state: 'idle' })
    setCheck({ state: 'checking' })
    const checked = await checkFiles(files, keys.current ?? fetchKeys(thisSite), thisSite)
    // Other files may have been chosen meanwhile.
    if (mine === latest.current) setCheck(checked)
  }

  return (
    <section
      aria-labelledby="verify-a-file"
      className="bg-warm border-hairline border-t py-12 noscript:hidden"
    >
      <div className="wrap grid gap-8">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[1fr_1.3fr] md:items-center md:gap-12">
          <div className="grid gap-2">
            <h2 id="verify-a-file" className="text-heading">
              {words.file.title}
            </h2>
            <p className="text-ink-soft max-w-text">{words.file.text}</p>
          </div>
          <DropZone onFiles={(files) => void checkThese(files)} />
        </div>
        <div ref={outcome} className="scroll-mb-4 empty:hidden">
          <Outcome check={check} />
        </div>
        <p role="status" data-testid="verdict" className="sr-only">
          {announcement(check)}
        </p>
      </div>
    </section>
  )
}

/** A failure is an alert of its own. */
function announcement(check: FilesCheck): string {
  if (check.state === 'checking') return 'Checking the files...'
  return check.state === 'examined' ? verdictAnnouncement(check.examination) : ''
}

function DropZone({ onFiles }: { onFiles: (files: FileList | null) => void }) {
  const { isOver, zone } = useFileDrop(onFiles)
  useReaderWhenIdle()
  const load = () => void loadReader()
  return (
    <div
      {...zone}
      data-testid="drop-zone"
      onPointerEnter={load}
      onFocus={load}
      onDragEnter={load}
      className={`grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border-2 border-dashed p-6 fade-colors ${
        isOver ? 'border-peacock bg-peacock-pale' : 'border-control bg-paper'
      }`}
    >
      <label htmlFor="certificate-files" className="flex items-center gap-3 font-semibold">
        <FileCheck aria-hidden className="text-peacock size-6 shrink-0" />
        Certificate file, and its receipt
      </label>
      <p id="certificate-files-hint" className="text-ink-soft text-sm">
        {words.file.hint}
      </p>
      <input
        id="certificate-files"
        type="file"
        multiple
        accept=".json,.tlog-proof,.pdf,.png"
        aria-describedby="certificate-files-hint"
        onChange={({ currentTarget }) => onFiles(currentTarget.files)}
        className="file:border-control file:bg-warm file:text-ink min-h-11 w-full file:mr-4 file:min-h-11 file:cursor-pointer file:rounded-sm file:border file:px-4 file:font-semibold"
      />
    </div>
  )
}

function Outcome({ check }: { check: FilesCheck }) {
  if (check.state === 'idle') return null
  if (check.state === 'checking') {
    return (
      <p className="flex items-center gap-3 font-medium">
        <Spinner />
        Checking the files...
      </p>
    )
  }
  if (check.state !== 'examined') {
    return <FailureNotice title="Not checked.">{words.file[check.state]}</FailureNotice>
  }
  const { examination } = check
  const { facts, verdict } = examination
  return (
    <div className="grid gap-6">
      <VerdictNotice examination={examination} />
      {facts && check.isPainted ? <p className="max-w-text">{words.file.painted}</p> : null}
      {facts ? <CertificateCard facts={facts} verdict={verdict} heading="h3" /> : null}
      <WhatWasLearnt learnt={facts?.learnt} />
      <div className="border-hairline bg-paper rounded-lg border p-6">
        <SecurityFeatures examination={examination} />
      </div>
      <HolderCheck address={facts?.address} key={facts?.id} />
    </div>
  )
}

/**
 * Fetches what reads PDFs and pictures while the page is idle, so that they can be checked offline as
 * well. A visitor who saves data, or leaves within two seconds, has not paid for it.
 */
function useReaderWhenIdle(): void {
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } }
    return connection?.saveData ? undefined : whenIdle(() => void loadReader(), 2_000)
  }, [])
}
