import type { Page } from '#app/page.ts'
import { unlistedPageMeta } from '#app/page-head.tsx'
import words from '@naic/content/en/task-portal.json' with { type: 'json' }
import { buttonClasses } from '@naic/ui/button.tsx'

/**
 * In the frame of the hosted form until there is one. It reports the height of its content (`task-form.js`) as the form
 * would. Its main part has a name, because it is within another page's.
 */
export const taskFormNotSetUpPage: Page = () => ({
  head: (
    <>
      {unlistedPageMeta(words.notSetUp.title)}
      {/* The server reads it: it lets this site's own pages frame this one. */}
      <meta name="framed-by" content="self" />
    </>
  ),
  body: (
    <>
      <main
        id="main"
        tabIndex={-1}
        aria-labelledby="not-set-up"
        className="grid gap-4 p-5 pb-0 md:p-8 md:pb-0"
      >
        <h1 id="not-set-up" className="text-heading">
          {words.notSetUp.title}
        </h1>
        <p className="max-w-text">{words.notSetUp.text}</p>
        <a
          href="/contact"
          target="_top"
          className={`${buttonClasses('outline')} justify-self-start`}
        >
          {words.notSetUp.link}
        </a>
        <details className="fold border-hairline text-ink-soft border-t text-sm">
          <summary>{words.notSetUp.operator}</summary>
          <p className="max-w-text">{words.notSetUp.how}</p>
        </details>
      </main>
      <script src="/task-form.js" />
    </>
  ),
})
