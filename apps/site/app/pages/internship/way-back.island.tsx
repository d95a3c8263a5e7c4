import { ArrowLeft } from 'lucide-react'
import { useSyncExternalStore } from 'react'

type Props = { text: string; className: string }

/** To the list as the visitor left it, if they come from there; else, and on the server, to the whole list. */
export function WayBack({ text, className }: Props) {
  return (
    <a href={useSyncExternalStore(never, listBefore, () => list)} className={className}>
      <ArrowLeft aria-hidden className="size-4" />
      {text}
    </a>
  )
}

const list = '/internships'
const never = () => () => undefined

function listBefore(): string {
  const { origin } = location
  const isFromList = document.referrer.startsWith(`${origin}${list}?`)
  return isFromList ? document.referrer.slice(origin.length) : list
}
