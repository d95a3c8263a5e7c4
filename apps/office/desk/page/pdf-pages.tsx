import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  TextLayer,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// Its address, which Vite makes of it.
// oxlint-disable-next-line import/default
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { useAnswer } from './use-answer.ts'

GlobalWorkerOptions.workerSrc = worker

/** What apps/office/desk/vite.config.ts puts beside the page. */
const parts = {
  wasmUrl: '/pdf/wasm/',
  standardFontDataUrl: '/pdf/standard_fonts/',
  cMapUrl: '/pdf/cmaps/',
}

/** No resume has more. */
const mostPages = 30
/** Of one page: 32 MB, so that all of them fit into the memory of a small computer. */
const mostPixels = 8_000_000
/** In pixels: a dozen screens for one sheet. */
const mostHeight = 10_000

/** A PDF, page below page. Nothing in it is run, and no link in it is followed. */
export function PdfPages({ bytes }: { bytes: ArrayBuffer }) {
  const opened = useAnswer(bytes, async (signal) => {
    // pdf.js takes the bytes away, and the download needs them too.
    const loading = getDocument({
      data: bytes.slice(0),
      ...parts,
      verbosity: VerbosityLevel.ERRORS,
    })
    signal.addEventListener('abort', () => void loading.destroy())
    return { pdf: await loading.promise }
  })
  if (!opened) return null
  if ('detail' in opened) {
    return (
      <FailureNotice title="The resume cannot be shown here.">
        It is as it was sent, and this page cannot read it. Download it, and open it with another
        program.
      </FailureNotice>
    )
  }
  const { pdf } = opened
  return (
    <div className="grid gap-4">
      {Array.from({ length: Math.min(pdf.numPages, mostPages) }, (_, at) => (
        <PdfPage key={at} pdf={pdf} number={at + 1} />
      ))}
      {pdf.numPages > mostPages ? (
        <p>It has {pdf.numPages} pages. Download it to read the rest.</p>
      ) : null}
    </div>
  )
}

function PdfPage({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const [isUndrawn, setIsUndrawn] = useState(false)
  useEffect(() => {
    const [drawn, text] = [canvas.current, words.current]
    if (!drawn || !text) return
    const left = new AbortController()
    const { signal } = left
    drawPage(pdf, number, { drawn, text, signal }).catch(() => signal.aborted || setIsUndrawn(true))
    return () => {
      left.abort()
      text.replaceChildren()
    }
  }, [pdf, number])
  if (isUndrawn) {
    return (
      <FailureNotice title={`Page ${number} cannot be shown here.`}>
        Its size is not that of a page, or what is on it cannot be drawn. Download the resume, and
        open it with another program.
      </FailureNotice>
    )
  }
  return (
    <div className="border-hairline relative border">
      <canvas ref={canvas} role="img" aria-label={`Page ${number}`} className="block w-full" />
      <div ref={words} className="pdf-words" />
    </div>
  )
}

type Place = { drawn: HTMLCanvasElement; text: HTMLElement; signal: AbortSignal }

/**
 * Draws a page as wide as there is room, with its words over it, to be selected and read out.
 *
 * @throws Error if it has no size that can be drawn.
 */
async function drawPage(
  pdf: PDFDocumentProxy,
  number: number,
  { drawn, text, signal }: Place,
): Promise<void> {
  const page = await pdf.getPage(number)
  const width = drawn.clientWidth
  if (signal.aborted) return
  const scale = width / page.getViewport({ scale: 1 }).width
  const viewport = page.getViewport({ scale })
  const sharpness = Math.min(
    devicePixelRatio || 1,
    2,
    Math.sqrt(mostPixels / (viewport.width * viewport.height)),
  )
  const fine = page.getViewport({ scale: scale * sharpness })
  const [across, down] = [Math.floor(fine.width), Math.floor(fine.height)]
  if (!(across >= 1 && down >= 1 && viewport.height <= mostHeight)) {
    throw new Error('The page has no size that can be drawn.')
  }
  drawn.width = across
  drawn.height = down
  const rendering = page.render({ canvas: drawn, viewport: fine })
  signal.addEventListener('abort', () => rendering.cancel())
  await rendering.promise
  text.style.setProperty('--total-scale-factor', String(scale))
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
    container: text,
    viewport,
  })
  signal.addEventListener('abort', () => layer.cancel())
  await layer.render()
}
