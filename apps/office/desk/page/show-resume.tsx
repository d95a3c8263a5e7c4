import { Download } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { resumeEnding } from '@naic/admissions/forms/resume.ts'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { askDesk } from './ask-desk.ts'
import { useAnswer } from './use-answer.ts'
import { Waiting } from './waiting.tsx'
import type { WordsRead } from './word-worker.ts'

/** `type` is what the file really is; `name` what the applicant called it. */
type Props = { address: string; name: string; type: string; reference: string }

/** A resume: a PDF is drawn in the page, and of a Word file the words are shown. */
export function ShowResume({ address, name, type, reference }: Props) {
  const fetched = useAnswer(`${address} ${type}`, async (signal) => {
    const bytes = await (await askDesk(address, { signal })).arrayBuffer()
    signal.throwIfAborted()
    const link = URL.createObjectURL(new Blob([bytes], { type }))
    signal.addEventListener('abort', () => URL.revokeObjectURL(link))
    return { bytes, link }
  })
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

/**
 * What draws it comes with the first PDF. If that does not come, React's `lazy` would take the whole page away,
 * with all that somebody has typed in it.
 */
function Pdf({ bytes }: { bytes: ArrayBuffer }) {
  const drawn = useAnswer('what draws', () => import('./pdf-pages.tsx'))
  if (!drawn) return <Opening />
  if ('detail' in drawn) {
    return (
      <FailureNotice title="The resume cannot be shown here.">
        What draws it did not come from the desk. Download it, or load this page again.
      </FailureNotice>
    )
  }
  return <drawn.PdfPages bytes={bytes} />
}

/** A resume takes a tenth of a second. */
const mostMs = 5_000

const whyNot = {
  'too slow': 'It was stopped after five seconds.',
  oversized: 'It unpacks to more than 50 MB, which no resume needs.',
  unreadable: 'It is as it was sent, and this page cannot read it.',
}

function WordText({ bytes }: { bytes: ArrayBuffer }) {
  const words = useAnswer(bytes, (signal) => readWords(bytes, signal))
  if (words === undefined || 'detail' in words) return <Opening />
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

function readWords(bytes: ArrayBuffer, signal: AbortSignal) {
  const worker = new Worker(new URL('./word-worker.ts', import.meta.url), { type: 'module' })
  const words = new Promise<WordsRead | { state: 'too slow' }>((resolve) => {
    signal.addEventListener('abort', () => resolve({ state: 'unreadable' }))
    worker.addEventListener('error', () => resolve({ state: 'unreadable' }))
    worker.addEventListener('message', ({ data }: MessageEvent<'ready' | WordsRead>) => {
      if (data !== 'ready') return resolve(data)
      setTimeout(() => resolve({ state: 'too slow' }), mostMs)
      worker.postMessage(bytes)
    })
  })
  return words.finally(() => worker.terminate())
}
