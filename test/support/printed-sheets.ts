import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Empty edges of a sheet, in millimetres, from its side to the first thing printed. */
type Edges = { left: number; right: number; top: number; bottom: number }

export type Sheet = {
  width: number
  height: number
  /** Its words, in the order they were printed in. */
  text: string
  edges: Edges | undefined
}

/** A sheet is drawn with one pixel to the point. */
const mmPerPixel = 25.4 / 72

export const printedSheets = (pdf: Buffer): Promise<Sheet[]> => readPages(pdf, readSheet)

/** @returns the words on each sheet of a PDF, which is much quicker than where they are. */
export const printedTexts = (pdf: Buffer): Promise<string[]> => readPages(pdf, textOf)

async function readPages<Read>(
  pdf: Buffer,
  read: (page: PDFPageProxy, document: PDFDocumentProxy) => Promise<Read>,
): Promise<Read[]> {
  const reading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await reading.promise
  const pages: Read[] = []
  for (let number = 1; number <= document.numPages; number++)
    pages.push(await read(await document.getPage(number), document))
  await reading.destroy()
  return pages
}

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join(' ')
}

type Canvas = { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D }
type CanvasFactory = { create: (width: number, height: number) => Canvas }

async function readSheet(page: PDFPageProxy, document: PDFDocumentProxy): Promise<Sheet> {
  const viewport = page.getViewport({ scale: 1 })
  const width = Math.round(viewport.width)
  const height = Math.round(viewport.height)
  const { canvas, context } = (document.canvasFactory as CanvasFactory).create(width, height)
  await page.render({ canvas, viewport, background: '#fff' }).promise
  return {
    width: width * mmPerPixel,
    height: height * mmPerPixel,
    text: await textOf(page),
    edges: edgesOf(context.getImageData(0, 0, width, height)),
  }
}

function edgesOf({ data, width, height }: ImageData): Edges | undefined {
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let at = 0; at < width * height; at++) {
    if ((data[at * 4] ?? 255) > 240 && (data[at * 4 + 2] ?? 255) > 240) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  if (right === -1) return undefined
  return {
    left: left * mmPerPixel,
    right: (width - 1 - right) * mmPerPixel,
    top: top * mmPerPixel,
    bottom: (height - 1 - bottom) * mmPerPixel,
  }
}
