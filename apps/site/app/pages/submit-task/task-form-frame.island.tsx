import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  taskFormNotSetUp,
  taskFormSandbox,
  taskFormUrl,
} from '#app/server-context/site-settings.ts'
import words from '@naic/content/en/task-portal.json' with { type: 'json' }

/**
 * The hosted form, shut in. It keeps its own origin (`allow-same-origin`): with an opaque one
 * it would lose its session and its uploads, and every message would come from "null", which
 * any sandboxed page may send. Being another origin than ours, it cannot lift the sandbox.
 * It may open a window, say for its terms, but may not lead this page away.
 */
export function TaskFormFrame() {
  const frame = useRef<HTMLIFrameElement>(null)
  const address = taskFormUrl()
  const height = useFrameHeight(frame, address)
  return (
    // What follows a form begins below the window, whatever height it reports.
    <div className="has-[[sandbox]]:min-h-svh print:min-h-0!">
      <iframe
        ref={frame}
        title={words.frame}
        src={address}
        height={height}
        sandbox={address === taskFormNotSetUp ? undefined : taskFormSandbox}
        referrerPolicy="strict-origin"
        className="task-form block w-full"
      />
    </div>
  )
}

const initialPx = 1200
const extraPx = 50

/** Messages that came before this script; `public/early-messages.js` begins the list. */
declare global {
  interface Window {
    earlyMessages?: MessageEvent[]
  }
}

/**
 * @param address of what the frame shows.
 * @returns the height of the frame: as last reported by the frame's own document, and by
 *   nobody else, plus 50 px.
 */
function useFrameHeight(frame: RefObject<HTMLIFrameElement | null>, address: string) {
  const [height, setHeight] = useState(initialPx)

  useEffect(() => {
    const { origin } = new URL(address, window.location.href)
    function onMessage(event: MessageEvent) {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
      const reported = reportedHeight(event.data)
      if (reported !== undefined) setHeight(reported + extraPx)
    }
    for (const event of window.earlyMessages ?? []) onMessage(event)
    delete window.earlyMessages
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [frame, address])

  return height
}

/** Higher than any form. */
const limitPx = 50_000

/**
 * The height that a framed form reports: a JSON string such as `{"type":"resize","height":800}`.
 * Some forms send the number as text, "800": that counts, as decimal digits only and with
 * blanks around it.
 *
 * @param data of a window message, from anyone.
 * @returns CSS pixels; undefined for any other message.
 */
export function reportedHeight(data: unknown): number | undefined {
  if (typeof data !== 'string') return undefined
  const message = parse(data)
  if (typeof message !== 'object' || message === null) return undefined
  const { type, height } = message as Record<string, unknown>
  if (type !== 'resize') return undefined
  const pixels = numberIn(height)
  return pixels > 0 && pixels <= limitPx ? Math.ceil(pixels) : undefined
}

/** @returns NaN for anything but a number or a number in digits. */
function numberIn(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : NaN
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
