import { QrCode } from 'lucide-react'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import type { ScannerProps } from './code-scanner.tsx'

type Props = { words: ScannerProps['words'] & { button: string; notLoaded: string } }

/**
 * Appears where the browser itself can read QR codes, which most on Android can, in a place that is
 * kept for it. The camera is asked for when it is pressed.
 */
export function ScanButton({ words }: Props) {
  const [canScan, setCanScan] = useState(false)
  const [Scanner, setScanner] = useState<ComponentType<ScannerProps>>()
  const [hasFailed, setHasFailed] = useState(false)

  const open = useCallback(async () => {
    setHasFailed(false)
    try {
      const { CodeScanner } = await import('./code-scanner.tsx')
      setScanner(() => CodeScanner)
    } catch {
      setHasFailed(true)
    }
  }, [])

  useEffect(() => {
    void canReadCodes().then((can) => {
      setCanScan(can)
      if (can && wasPressed()) void open()
    })
  }, [open])

  return (
    <>
      {canScan ? (
        <button
          type="button"
          onClick={() => (mayUseCamera() ? void open() : openWithCamera())}
          className="link absolute top-3 right-3 flex min-h-11 items-center gap-2 px-2 font-medium md:top-6 md:right-6"
        >
          <QrCode aria-hidden className="size-6" />
          <span className="max-[20rem]:sr-only">{words.button}</span>
        </button>
      ) : null}
      <p role="status" className="text-error font-medium">
        {hasFailed ? words.notLoaded : null}
      </p>
      {Scanner ? <Scanner words={words} onClose={() => setScanner(undefined)} /> : null}
    </>
  )
}

async function canReadCodes(): Promise<boolean> {
  const { BarcodeDetector: Detector } = window
  if (!Detector || !('mediaDevices' in navigator)) return false
  return Detector.getSupportedFormats().then(
    (formats) => formats.includes('qr_code'),
    () => false,
  )
}

/** @returns whether the page's policy lets it use the camera; a browser that does not tell, does. */
function mayUseCamera(): boolean {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } }
  return featurePolicy?.allowsFeature('camera') ?? true
}

const pressed = '#scan'

/**
 * A visit keeps the policy of its first page, and only this page's allows the camera. So it is loaded
 * again, and finds in its address that the button was pressed.
 */
function openWithCamera() {
  window.location.replace(pressed)
  window.location.reload()
}

function wasPressed(): boolean {
  if (window.location.hash !== pressed) return false
  window.history.replaceState(window.history.state, '', window.location.pathname)
  return mayUseCamera()
}
