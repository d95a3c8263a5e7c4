import { useSyncExternalStore } from 'react'
import { InlineScript } from './inline-script.tsx'
import { useHydrated } from './use-hydrated.ts'

/** The day of the build as YYYY-MM-DD, put in by `apps/site/vite.config.ts`: pages are rendered then. */
declare const BUILT_ON: string

type Format = Pick<Intl.DateTimeFormatOptions, 'day' | 'month' | 'year'>

/** Such as "21 November 2026". */
export const longDate: Format = { day: 'numeric', month: 'long', year: 'numeric' }
export const yearOnly: Format = { year: 'numeric' }

/**
 * The visitor's current date.
 *
 * The page carries the day on which it was built. The script next to it puts in today's, and
 * React leaves that alone: it hydrates with the day of the build and goes on with today's, which
 * is already there. Until then the style `today` keeps the place empty, but only if scripts run:
 * without JavaScript it shows the day of the build.
 */
export function Today({ format }: { format: Format }) {
  const date = useSyncExternalStore(
    never,
    () => formatted(new Date(), format),
    // Noon, so that no time zone of a building machine makes another day of it.
    () => formatted(new Date(`${BUILT_ON}T12:00:00`), format),
  )
  // A script that React makes in the browser would not run; there, it is not needed either.
  const hydrated = useHydrated()
  return (
    <>
      <span className="today" data-put={hydrated || undefined} suppressHydrationWarning>
        {date}
      </span>
      {hydrated ? null : <PutInToday format={format} />}
    </>
  )
}

function PutInToday({ format }: { format: Format }) {
  const script = `{const place=document.currentScript.previousElementSibling;place.textContent=new Date().toLocaleDateString("en-IN",${JSON.stringify(format)});place.dataset.put=""}`
  return <InlineScript code={script} />
}

const formatted = (date: Date, format: Format) => date.toLocaleDateString('en-IN', format)

const never = () => () => {}
