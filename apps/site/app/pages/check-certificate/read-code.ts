import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'

/** Of the Shape Detection API, which not every browser has. */
type Detector = new (options: { formats: ['qr_code'] }) => {
  detect: (picture: ImageBitmap) => Promise<{ rawValue: string }[]>
}

/**
 * Reads the QR code in a picture on this device: with the browser's own reader, or with ours in a thread,
 * which is loaded only now.
 *
 * @returns what it says; undefined if none is found or the browser cannot open the picture.
 */
export async function readCode(file: Blob): Promise<string | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return undefined
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: Detector }
  if (BarcodeDetector) {
    const found = new BarcodeDetector({ formats: ['qr_code'] }).detect(picture)
    const [code] = await found.catch(() => [])
    if (code) return code.rawValue
  }
  const worker = new Worker(new URL('./code-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<string | undefined>((resolve, reject) => {
      worker.addEventListener('message', ({ data }) => resolve(data))
      worker.addEventListener('error', () => reject(new Error('The reader was not loaded.')))
      worker.postMessage(picture, [picture])
    })
  } finally {
    worker.terminate()
  }
}

/** @returns the ID to which a code of this site leads; undefined for every other code. */
export function idInCode(code: string, siteUrl: string): string | undefined {
  const { origin, pathname } = URL.parse(code) ?? {}
  const [, id] = /^\/verify\/([A-Z0-9]+)$/.exec(pathname ?? '') ?? []
  return origin === new URL(siteUrl).origin && id ? cleanCertificateId(id) : undefined
}
