import { useEffect, useState } from 'react'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import type { WordsRead } from './word-worker.ts'

/** A resume takes a tenth of a second. */
const mostMs = 5_000

const whyNot = {
  'too slow': 'It was stopped after five seconds.',
  oversized: 'It becomes larger than 50 MB when it is opened, which no resume needs.',
  unreadable: 'It is as it was sent, and this page cannot read it.',
}

/** The words of a Word file, without its looks: nothing in it is taken for markup. */
export default function WordText({ bytes }: { bytes: ArrayBuffer }) {
  const words = useWords(bytes)
  if (words === undefined) {
    return (
      <p className="flex items-center gap-3">
        <Spinner /> Reading the words of the Word file…
      </p>
    )
  }
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

/** @returns undefined as long as they are being read. */
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
