import { useEffect, useRef } from 'react'
import { SiteLink } from '#app/ui/site-link.tsx'
import words from '#content/task-portal.json' with { type: 'json' }
import { unlistedPageMeta } from '#app/page-meta.ts'

/** The second entry lets this site's own pages frame this one; the server reads it. */
export const meta = () => [
  ...unlistedPageMeta('Task form not set up'),
  { name: 'framed-by', content: 'self' },
]

/**
 * Stands where the hosted form will stand, and reports its height as the form would: that of what
 * it shows. Its main part has a name, as it stands within another page's.
 */
export default function TaskFormNotSetUpPage() {
  const content = useRef<HTMLElement>(null)

  useEffect(() => {
    const element = content.current
    if (!element || window.parent === window) return
    const observer = new ResizeObserver(() => {
      const message = JSON.stringify({ type: 'resize', height: element.offsetHeight })
      window.parent.postMessage(message, window.location.origin)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return (
    <main
      id="main"
      tabIndex={-1}
      ref={content}
      aria-labelledby="not-set-up"
      className="grid gap-6 p-6 md:grid-cols-[1.1fr_1fr] md:items-start md:gap-10 md:p-10"
    >
      <div className="grid gap-2">
        <h1 id="not-set-up" className="text-heading">
          The task form is not set up yet
        </h1>
        <p>{words.notSetUp.student}</p>
        <p>
          <SiteLink to="/contact" target="_top" reloadDocument className="link inline-block py-2.5">
            Contact us
          </SiteLink>
        </p>
      </div>
      <div className="border-hairline bg-warm grid min-w-0 gap-2 rounded-lg border p-5 wrap-anywhere">
        <h2 className="text-lg">For the operator of this site</h2>
        <p>{words.notSetUp.operator}</p>
      </div>
    </main>
  )
}
