import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Scene } from '#app/catalogue/scene.tsx'
import type { Page } from '#app/page.ts'
import { usePageAddress } from '#app/page-address.ts'
import { metaOf } from '#app/page-head.tsx'
import { languageOf, pathIn } from '@naic/content/languages.ts'
import { callTo } from '@naic/content/navigation.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import type { Translation } from '@naic/content/translation.ts'
import { wordsAt } from '@naic/content/translations.server.ts'
import { ButtonLink } from '@naic/ui/button.tsx'

/** All that a student and a parent must know before they decide, on one page in their own language. */

type Words = NonNullable<Translation['inShort']>

export const inShortPage: Page = ({ path }) => {
  const words = wordsAt(path, 'inShort')
  return { head: metaOf(words, path), body: <InShort words={words} /> }
}

function InShort({ words }: { words: Words }) {
  const verification = useSameLanguage('/verification')
  return (
    <>
      <Head words={words} />
      <div className="wrap grid gap-12 py-10 md:gap-16 md:py-16">
        <WhatYouDo words={words.what} />
        <div className="grid gap-12 md:grid-cols-2 md:gap-10">
          <Part id="who" title={words.who.title}>
            <Bullets>{words.who.list}</Bullets>
          </Part>
          <Part id="money" title={words.money.title}>
            <Bullets>{words.money.list}</Bullets>
            <p className="border-marigold bg-marigold-pale flex gap-3 rounded-lg border-2 p-4 font-medium">
              <ShieldCheck aria-hidden className="mt-0.5 size-6 shrink-0" />
              <span className="min-w-0">{words.money.warning}</span>
            </p>
          </Part>
        </div>
        <Steps words={words.steps} applyNow={words.applyNow} />
      </div>
      <div className="bg-peacock-pale border-hairline border-y">
        <div className="wrap py-10 md:py-12">
          <Part id="check" title={words.check.title}>
            <p className="max-w-text">{words.check.text}</p>
            <ButtonLink
              href={verification}
              look="outline"
              className="max-md:w-full md:justify-self-start"
            >
              {words.check.link}
            </ButtonLink>
          </Part>
        </div>
      </div>
      <div className="wrap grid gap-12 py-12 md:grid-cols-2 md:gap-10 md:py-16">
        <Part id="refund" title={words.refund.title}>
          <p className="max-w-text">{words.refund.text}</p>
          <TextLink to="/refund-policy">{words.refund.link}</TextLink>
        </Part>
        <AskUs words={words.contact} />
      </div>
    </>
  )
}

/** The address of another page in the language of this one. */
const useSameLanguage = (twin: Parameters<typeof pathIn>[1]) =>
  pathIn(languageOf(usePageAddress().path), twin)

function Head({ words }: { words: Words }) {
  const apply = useSameLanguage('/apply')
  return (
    <div className="bg-ink text-paper jali">
      <div className="ink-fade">
        <div className="wrap grid gap-6 py-8 md:grid-cols-[1.2fr_1fr] md:items-end md:gap-12 md:py-16">
          <div className="grid justify-items-start gap-4">
            <h1 className="text-title">{words.title}</h1>
            <p className="text-ink-pale max-w-text text-lg">{words.intro}</p>
            <ButtonLink href={apply} className="max-md:w-full">
              {words.applyNow}
            </ButtonLink>
          </div>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-3 narrow:grid-cols-1">
            {words.facts.map(({ name, value }, at) => (
              <div
                key={name}
                className={`border-ink-soft border-t pt-2 ${at === words.facts.length - 1 ? 'col-span-full' : ''}`}
              >
                <dt className="text-ink-pale text-sm">{name}</dt>
                <dd className="font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <div className="jali-edge" aria-hidden="true" />
    </div>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid content-start gap-4">
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      {children}
    </section>
  )
}

function WhatYouDo({ words }: { words: Words['what'] }) {
  return (
    <Part id="what" title={words.title}>
      <p className="max-w-text">{words.text}</p>
      <ul className="-mx-4 flex snap-x gap-3 overflow-x-auto px-4 pb-1 sm:mx-0 sm:grid sm:grid-cols-3 sm:gap-5 sm:px-0">
        {words.projects.map(({ internship, text }) => (
          <li key={internship} className="w-56 shrink-0 snap-center sm:w-auto">
            <a
              href={`/internships/${internship}`}
              className="border-hairline bg-warm hover:border-ink block h-full overflow-hidden rounded-lg border"
            >
              <Scene id={internship} className="border-hairline block w-full border-b" />
              <span className="block px-4 py-3 font-semibold underline decoration-1 underline-offset-4">
                {text}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p className="max-w-text">{words.english}</p>
      <TextLink to="/internships">{words.all}</TextLink>
    </Part>
  )
}

const TextLink = ({ to, children }: { to: string; children: string }) => (
  <p>
    <a href={to} className="link inline-block py-2.5 font-medium">
      {children}
    </a>
  </p>
)

const Bullets = ({ children }: { children: readonly string[] }) => (
  <ul className="max-w-text grid list-disc gap-2.5 pl-5 peacock-marks">
    {children.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
)

function Steps({ words, applyNow }: { words: Words['steps']; applyNow: string }) {
  const apply = useSameLanguage('/apply')
  return (
    <Part id="steps" title={words.title}>
      <ol className="grid gap-x-8 md:grid-cols-4">
        {words.list.map(({ title, text }, at) => (
          <li
            key={title}
            className="border-hairline grid grid-cols-[--spacing(10)_minmax(0,1fr)] content-start border-t py-4 first:border-ink md:grid-cols-1 md:gap-2 md:border-ink"
          >
            <span className="font-heading text-peacock text-heading leading-tight" aria-hidden>
              {at + 1}
            </span>
            <div>
              <h3 className="mb-1 text-lg">{title}</h3>
              <p className="text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="text-ink-soft">{words.noPromise}</p>
      <ButtonLink href={apply} className="max-md:w-full md:justify-self-start">
        {applyNow}
      </ButtonLink>
    </Part>
  )
}

const { emails, phones } = organisation

function AskUs({ words }: { words: Words['contact'] }) {
  return (
    <Part id="ask" title={words.title}>
      <p className="max-w-text">{words.text}</p>
      <ul className="grid">
        <li>
          <a href="/contact" className="link inline-block py-2.5 font-medium">
            {words.form}
          </a>
        </li>
        <li>
          {words.email}{' '}
          <a href={`mailto:${emails.support}`} className="link inline-block py-2.5">
            {emails.support}
          </a>
        </li>
        <li>
          {words.phone}{' '}
          <a href={callTo(phones.studentSupport)} className="link inline-block py-2.5">
            {phones.studentSupport}
          </a>
        </li>
      </ul>
    </Part>
  )
}
