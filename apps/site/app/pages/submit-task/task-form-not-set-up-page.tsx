import { useEffect, useRef } from 'react'
import { buttonClasses } from '@naic/ui/button.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import words from '@naic/content/en/task-portal.json' with { type: 'json' }
import { unlistedPageMeta } from '#app/page-meta.ts'

/** The server reads the second entry: it lets this site's own pages frame this one. */
export const meta = () => [
  ...unlistedPageMeta(words.notSetUp.title),
  { name: 'framed-by', content: 'self' },
]

/**
 * In the frame of the hosted form until there is one. It reports the height of its content as the form
 * would. Its main part has a name, because it is within another page's.
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
      className="grid gap-4 p-5 pb-0 md:p-8 md:pb-0"
    >
      <h1 id="not-set-up" className="text-heading">
        {words.notSetUp.title}
      </h1>
      <p className="max-w-text">{words.notSetUp.text}</p>
      <SiteLink
        to="/contact"
        target="_top"
        reloadDocument
        className={`${buttonClasses('outline')} justify-self-start`}
      >
        {words.notSetUp.link}
      </SiteLink>
      <details className="fold border-hairline text-ink-soft border-t text-sm">
        <summary>{words.notSetUp.operator}</summary>
        <p className="max-w-text">{words.notSetUp.how}</p>
      </details>
    </main>
  )
}
