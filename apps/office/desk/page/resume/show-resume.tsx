import { Download } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { buttonClasses } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { askDesk } from '../ask-desk.ts'

const PdfPages = lazy(() => import('./pdf-pages.tsx'))
const WordText = lazy(() => import('./word-text.tsx'))

/** `type` is what the file really is; `name` what the applicant called it. */
type Props = { address: string; name: string; type: string; reference: string }

type Fetched = { bytes: ArrayBuffer; link: string } | { detail: string }

const endings: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
}

/** A resume, drawn in this page: a PDF as it looks, of a Word file its words. */
export function ShowResume({ address, name, type, reference }: Props) {
  const fetched = useResume(address, type)
  const ending = endings[type] ?? 'bin'
  return (
    <section aria-labelledby="resume" className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="resume" className="text-lg">
          Resume <span className="text-ink-soft font-sans text-sm font-normal">{name}</span>
        </h3>
        {fetched && 'link' in fetched ? (
          <a
            href={fetched.link}
            download={`${reference}.${ending}`}
            className={buttonClasses('outline')}
          >
            <Download aria-hidden className="size-4" />
            Download
          </a>
        ) : null}
      </div>
      {fetched && 'detail' in fetched ? (
        <FailureNotice title="The resume cannot be shown.">{fetched.detail}</FailureNotice>
      ) : null}
      {fetched && 'bytes' in fetched ? (
        <Suspense fallback={<Opening />}>
          <Content ending={ending} bytes={fetched.bytes} />
        </Suspense>
      ) : null}
      {fetched ? null : <Opening />}
    </section>
  )
}

function Opening() {
  return (
    <p className="flex items-center gap-3">
      <Spinner /> Opening the resume…
    </p>
  )
}

function Content({ ending, bytes }: { ending: string; bytes: ArrayBuffer }) {
  if (ending === 'pdf') return <PdfPages bytes={bytes} />
  if (ending === 'docx') return <WordText bytes={bytes} />
  return (
    <p className="bg-warm rounded-md p-4">
      An older Word file, which no browser shows. Download it, and open it with a word processor.
    </p>
  )
}

/** @returns undefined as long as it is on its way. */
function useResume(address: string, type: string): Fetched | undefined {
  const [fetched, setFetched] = useState<Fetched>()
  useEffect(() => {
    const left = new AbortController()
    let link: string | undefined
    askDesk(address, { signal: left.signal })
      .then((answer) => answer.arrayBuffer())
      .then((bytes) => {
        if (left.signal.aborted) return
        link = URL.createObjectURL(new Blob([bytes], { type }))
        setFetched({ bytes, link })
      })
      .catch((error: Error) => {
        if (!left.signal.aborted) setFetched({ detail: error.message })
      })
    return () => {
      left.abort()
      if (link) URL.revokeObjectURL(link)
    }
  }, [address, type])
  return fetched
}
