import { useEffect, useRef, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { siteUrl } from '#app/server-context/site-settings.ts'
import { Button } from '@naic/ui/button.tsx'
import { idOfCode } from './id-of-code.ts'

/** https://wicg.github.io/shape-detection-api/#barcode-detection-api; TypeScript does not know it. */
type BarcodeDetectorClass = {
  new (options: { formats: string[] }): {
    detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]>
  }
  getSupportedFormats(): Promise<string[]>
}

declare global {
  interface Window {
    /** Missing in most browsers outside Android. */
    BarcodeDetector?: BarcodeDetectorClass
  }
}

export type ScannerProps = {
  words: { title: string; hint: string; close: string; foreign: string; noCamera: string }
  onClose: () => void
}

const pauseMs = 200

/** Looks through the camera until it sees the code of a certificate, and opens that one's page. */
export function CodeScanner({ words, onClose }: ScannerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<'foreign' | 'noCamera'>()
  const navigate = useNavigate()

  useEffect(() => dialog.current?.showModal(), [])

  useEffect(() => {
    const stop = new AbortController()
    async function look() {
      const picture = video.current
      if (!picture || !window.BarcodeDetector) return
      await startCamera(picture, stop.signal)
      const detector = new window.BarcodeDetector({ formats: ['qr_code'] })
      while (!stop.signal.aborted) {
        const [code] = await detector.detect(picture).catch(() => [])
        if (stop.signal.aborted) return
        const id = code && idOfCode(code.rawValue, new URL(siteUrl()).origin)
        if (id) return void navigate(href('/verify/:id?', { id }))
        if (code) setProblem('foreign')
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
    look().catch(() => {
      if (!stop.signal.aborted) setProblem('noCamera')
    })
    return () => stop.abort()
  }, [navigate])

  return (
    <dialog
      ref={dialog}
      aria-labelledby="scan-title"
      // The browser closes it on Escape, and gives the focus back.
      onClose={onClose}
      className="bg-paper text-ink m-auto w-[calc(100%-2rem)] max-w-md rounded-lg p-5"
    >
      <div className="grid gap-3">
        <h2 id="scan-title" className="text-heading">
          {words.title}
        </h2>
        <p>{words.hint}</p>
        <video
          ref={video}
          muted
          playsInline
          className="bg-ink aspect-square w-full rounded-md object-cover"
        />
        <p role="status" className="text-error font-medium">
          {problem ? words[problem] : null}
        </p>
        <Button type="button" look="outline" onClick={() => dialog.current?.close()}>
          {words.close}
        </Button>
      </div>
    </dialog>
  )
}

/** Shows the camera at the back in the video, until it is stopped. */
async function startCamera(video: HTMLVideoElement, stop: AbortSignal): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const end = () => stream.getTracks().forEach((track) => track.stop())
  if (stop.aborted) return end()
  stop.addEventListener('abort', end)
  video.srcObject = stream
  await video.play()
}
