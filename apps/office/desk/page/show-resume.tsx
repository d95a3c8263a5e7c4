import { Download } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { useEffect, useState } from 'react'
import { resumeEnding } from '@naic/admissions/forms/resume.ts'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { askDesk } from './ask-desk.ts'
import { Waiting } from './waiting.tsx'
import type { WordsRead } from './word-worker.ts'

/** `type` is what the file really is; `name` what the applicant called it. */
type Props = { address: string; name: string; type: string; reference: string }

type Fetched = { bytes: ArrayBuffer; link: string } | { detail: string }

/** A resume: a PDF is drawn in the page, and of a Word file the words are shown. */
export function ShowResume({ address, name, type, reference }: Props) {
  const fetched = useResume(address, type)
  const ending = resumeEnding(type)
  return (
    <section aria-labelledby="resume" className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="resume" className="text-lg">
          Resume <span className="text-ink-soft font-sans text-sm font-normal">{name}</span>
        </h3>
        {fetched && 'link' in fetched ? (
          <a href={fetched.link} download={`${reference}.${ending}`} className="desk-button">
            <Icon of={Download} className="size-4" />
            Download
          </a>
        ) : null}
      </div>
      {fetched && 'detail' in fetched ? (
        <FailureNotice title="The resume cannot be shown.">{fetched.detail}</FailureNotice>
      ) : null}
      {fetched && 'bytes' in fetched ? <Content ending={ending} bytes={fetched.bytes} /> : null}
      {fetched ? null : <Opening />}
    </section>
  )
}

const Opening = () => <Waiting>Opening the resume…</Waiting>

function Content({ ending, bytes }: { ending: string; bytes: ArrayBuffer }) {
  if (ending === 'pdf') return <Pdf bytes={bytes} />
  if (ending === 'docx') return <WordText bytes={bytes} />
  return (
    <p className="bg-warm rounded-md p-4">
      An older Word file, which no browser shows. Download it, and open it with a word processor.
    </p>
  )
}

type PdfPages = typeof import('./pdf-pages.tsx').PdfPages

/**
 * What draws it comes with the first PDF. If that does not come, React's `lazy` would take the whole page away,
 * with all that somebody has typed in it.
 */
function Pdf({ bytes }: { bytes: ArrayBuffer }) {
  const [drawn, setDrawn] = useState<{ Pages: PdfPages } | 'not loaded'>()
  useEffect(() => {
    import('./pdf-pages.tsx').then(
      ({ PdfPages: Pages }) => setDrawn({ Pages }),
      () => setDrawn('not loaded'),
    )
  }, [])
  if (drawn === 'not loaded') {
    return (
      <FailureNotice title="The resume cannot be shown here.">
        What draws it did not come from the desk. Download it, or load this page again.
      </FailureNotice>
    )
  }
  return drawn ? <drawn.Pages bytes={bytes} /> : <Opening />
}

/** @returns undefined until it has come. */
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

/** A resume takes a tenth of a second. */
const mostMs = 5_000

const whyNot = {
  'too slow': 'It was stopped after five seconds.',
  oversized: 'It unpacks to more than 50 MB, which no resume needs.',
  unreadable: 'It is as it was sent, and this page cannot read it.',
}

/** The words of a Word file as text, taken out in a worker that can be stopped. */
function WordText({ bytes }: { bytes: ArrayBuffer }) {
  const words = useWords(bytes)
  if (words === undefined) return <Opening />
  if (words.state !== 'read') {
    return (
      <FailureNotice title="The words of this Word file cannot be shown here.">
        {`${whyNot[words.state]} Download it, and open it with a word processor.`}
      </FailureNotice>
    )
  }
  return (
    <div className="border-hairline grid gap-3 rounded-md border p-4">
      <p className="text-ink-soft text-sm">
        A Word file: these are its words alone. Download it to see it as it looks.
      </p>
      <p dir="auto" className="whitespace-pre-wrap">
        {words.text === '' ? 'No words were found in it.' : words.text}
      </p>
      {words.isCut ? <p>There is more. Download it to read the rest.</p> : null}
    </div>
  )
}

/** @returns undefined until they are read. */
function useWords(bytes: ArrayBuffer): WordsRead | { state: 'too slow' } | undefined {
  const [words, setWords] = useState<WordsRead | { state: 'too slow' }>()
  useEffect(() => {
    const worker = new Worker(new URL('./word-worker.ts', import.meta.url), { type: 'module' })
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = () => {
      clearTimeout(timer)
      worker.terminate()
    }
    const end = (found: typeof words) => {
      stop()
      setWords(found)
    }
    worker.addEventListener('error', () => end({ state: 'unreadable' }))
    worker.addEventListener('message', ({ data }: MessageEvent<'ready' | WordsRead>) => {
      if (data !== 'ready') return end(data)
      timer = setTimeout(() => end({ state: 'too slow' }), mostMs)
      worker.postMessage(bytes)
    })
    return stop
  }, [bytes])
  return words
}
