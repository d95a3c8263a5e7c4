import { type RefObject, useEffect, useState } from 'react'
import { reportedHeight } from './reported-height.ts'

const initialPx = 1200
const extraPx = 50

/** Messages that came before this script; `collectEarlyMessages` begins the list. */
declare global {
  interface Window {
    earlyMessages?: MessageEvent[]
  }
}

/**
 * Stands in the page as an inline script before the frame: on a slow line the form may have
 * reported its height, once, before the page's own scripts have come.
 */
export const collectEarlyMessages =
  'window.earlyMessages=[];addEventListener("message",function(e){window.earlyMessages&&earlyMessages.push(e)})'

/**
 * @param address of what the frame shows.
 * @returns the height of the frame: as last reported by the frame's own document, and by
 *   nobody else, plus 50 px.
 */
export function useFrameHeight(frame: RefObject<HTMLIFrameElement | null>, address: string) {
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
