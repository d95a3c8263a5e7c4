import { ArrowLeft, ChartNoAxesColumn, ShieldCheck, Zap } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { buttonClasses } from '@naic/ui/button.tsx'
import { HeroBand } from '@naic/ui/page-banner.tsx'
import { legalLinks } from '@naic/content/navigation.ts'
import words from '@naic/content/en/task-portal.json' with { type: 'json' }
import type { Page } from '#app/page.ts'
import { metaOf, unlistedPageMeta } from '#app/page-head.tsx'
import {
  taskFormNotSetUp,
  taskFormSandbox,
  taskFormUrl,
} from '#app/server-context/site-settings.ts'

export const submitTaskPage: Page = () => ({
  head: metaOf(words, '/submit-task'),
  body: (
    <>
      <HeroBand className="grid gap-2 pt-2 pb-5 md:gap-3 md:pt-4 md:pb-10">
        <h1 className="text-title">{words.title}</h1>
        <p className="text-ink-pale max-w-text md:text-lg">{words.intro}</p>
      </HeroBand>
      <section aria-label={words.form} className="wrap pt-6 md:pt-10">
        <div className="border-hairline scroll-in overflow-hidden rounded-lg border">
          <script src="/task-form.js" />
          <TaskFormFrame address={taskFormUrl()} />
        </div>
      </section>
      <Features />
      <Ending />
    </>
  ),
})

/**
 * The hosted form, shut in. It keeps its own origin (`allow-same-origin`): with an opaque one
 * it would lose its session and its uploads, and every message would come from "null", which
 * any sandboxed page may send. Being another origin than ours, it cannot lift the sandbox.
 * It may open a window, say for its terms, but may not lead this page away.
 */
function TaskFormFrame({ address }: { address: string }) {
  const isOurs = address === taskFormNotSetUp
  return (
    // What follows a form begins below the window, whatever height it reports.
    <div className="has-[[sandbox]]:min-h-svh print:min-h-0!">
      <iframe
        title={words.frame}
        src={address}
        // About as high as our own page will report, so that nothing below it moves.
        height={isOurs ? 310 : 1200}
        sandbox={isOurs ? undefined : taskFormSandbox}
        referrerPolicy="strict-origin"
        className="block w-full print:hidden"
      />
    </div>
  )
}

const icons = [ShieldCheck, Zap, ChartNoAxesColumn]

const Features = () => (
  <section aria-label={words.handled} className="wrap py-4 md:py-10">
    <ul className="divide-hairline grid max-md:divide-y md:grid-cols-3 md:divide-x">
      {words.features.map(({ title, text }, index) => {
        const icon = icons[index] ?? ShieldCheck
        return (
          <li
            key={title}
            className="scroll-in grid grid-cols-[--spacing(10)_minmax(0,1fr)] py-4 md:px-6 md:py-0 md:first:pl-0 md:last:pr-0"
          >
            <Icon of={icon} className="text-peacock mt-0.5 size-6" />
            <div>
              <h2 className="mb-1 text-lg">{title}</h2>
              <p className="text-ink-soft">{text}</p>
            </div>
          </li>
        )
      })}
    </ul>
  </section>
)

const Ending = () => (
  <div className="bg-warm border-hairline border-t">
    <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-4">
      <a href="/" className="inline-flex min-h-11 items-center gap-2 font-medium underline">
        <Icon of={ArrowLeft} className="size-5" />
        {words.back}
      </a>
      <nav aria-label={words.legal} className="flex flex-wrap gap-x-6 text-sm">
        {legalLinks.map(({ to, label }) => (
          <a key={to} href={to} className="link inline-flex min-h-11 items-center">
            {label}
          </a>
        ))}
      </nav>
    </div>
  </div>
)

/** In the frame until there is a form, within another page: so its main part has a name. */
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
