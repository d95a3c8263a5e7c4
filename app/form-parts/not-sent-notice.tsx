import { useEffect, useRef, useState } from 'react'
import { FailureNotice } from '#app/ui/failure-notice.tsx'
import { useOnline } from '#app/ui/use-online.ts'

type Props = {
  title: string
  /** Why the server did not take it; undefined where no answer of it came. */
  detail: string | undefined
  /** The words on the button that sends. */
  button: string
}

/**
 * Stays at a form that could not be sent: why, and what to do. It follows the network, and leaves
 * sending to the visitor, who may want to change something first.
 */
export function NotSentNotice({ title, detail, button }: Props) {
  const online = useOnline()
  const [wasOffline, setWasOffline] = useState(!online)
  if (!online && !wasOffline) setWasOffline(true)
  const place = useRef<HTMLDivElement>(null)

  // It comes in above the button, and pushes that out of a low window.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [])

  return (
    <div ref={place} className="scroll-mb-20">
      <FailureNotice title={title}>
        {detail ?? withoutAnswer(online, wasOffline).replace('[button]', button)}
      </FailureNotice>
    </div>
  )
}

function withoutAnswer(online: boolean, wasOffline: boolean): string {
  if (!online) {
    return 'Your phone or computer is offline. What you filled in is kept here. When you are connected again, press [button].'
  }
  return wasOffline
    ? 'You are online again. What you filled in is still here: press [button] to send it.'
    : 'There was no connection to our server, or it broke off. What you filled in is kept here. Please check your connection and press [button] again: it will not count twice.'
}
