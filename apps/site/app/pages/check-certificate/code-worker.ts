import { decodeQR } from 'qr/decode.js'

/**
 * The longer side, in pixels, of the copies in which the code is looked for: a photo has noise that a smaller
 * copy has not, and a code in a corner has too few pixels.
 */
const sides = [1600, 2400, 1000, 3200]
const mostEnlarged = 2.5

addEventListener('message', ({ data }: MessageEvent<ImageBitmap>) => postMessage(readCode(data)))

function readCode(picture: ImageBitmap): string | undefined {
  for (const side of sides) {
    const scale = Math.min(side / Math.max(picture.width, picture.height), mostEnlarged)
    const width = Math.round(picture.width * scale)
    const height = Math.round(picture.height * scale)
    const context = new OffscreenCanvas(width, height).getContext('2d')
    if (!context) return undefined
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, width, height)
    try {
      return decodeQR(context.getImageData(0, 0, width, height))
    } catch {
      // There is no code in this copy.
    }
  }
  return undefined
}
