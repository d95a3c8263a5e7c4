import { ShieldCheck } from 'lucide-react'
import type { ComponentProps } from 'react'
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
import { Facts } from '@naic/ui/facts.tsx'
import { Points } from '@naic/ui/points.tsx'
import { Section } from '@naic/ui/section.tsx'
import { Steps } from '@naic/ui/steps.tsx'
import { TextLink } from '@naic/ui/text-link.tsx'

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
            <Points of={words.who.list} className={bullets} />
          </Part>
          <Part id="money" title={words.money.title}>
            <Points of={words.money.list} className={bullets} />
            <p className="border-marigold bg-marigold-pale flex gap-3 rounded-lg border-2 p-4 font-medium">
              <ShieldCheck aria-hidden className="mt-0.5 size-6 shrink-0" />
              <span className="min-w-0">{words.money.warning}</span>
            </p>
          </Part>
        </div>
        <HowToApply words={words.steps} applyNow={words.applyNow} />
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
          <p>
            <TextLink href="/refund-policy">{words.refund.link}</TextLink>
          </p>
        </Part>
        <AskUs words={words.contact} />
      </div>
    </>
  )
}

const bullets = 'max-w-text grid gap-2.5 pl-5'

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
          <Facts
            of={words.facts.map(({ name, value }) => [name, value])}
            className="grid grid-cols-2 gap-x-4 gap-y-3 narrow:grid-cols-1"
            fact="border-ink-soft border-t pt-2 last:col-span-full"
            name="text-ink-pale text-sm"
          />
        </div>
      </div>
      <div className="jali-edge" aria-hidden="true" />
    </div>
  )
}

const Part = (props: ComponentProps<typeof Section>) => (
  <Section {...props} className="grid content-start gap-4" />
)

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
      <p>
        <TextLink href="/internships">{words.all}</TextLink>
      </p>
    </Part>
  )
}

function HowToApply({ words, applyNow }: { words: Words['steps']; applyNow: string }) {
  const apply = useSameLanguage('/apply')
  return (
    <Part id="steps" title={words.title}>
      <Steps
        of={words.list}
        className="gap-x-8 md:grid-cols-4"
        step="first:border-ink md:grid-cols-1 md:gap-2 md:border-ink"
      />
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
      <ul className="grid gap-5">
        <li>
          <TextLink href="/contact">{words.form}</TextLink>
        </li>
        <li>
          {words.email} <TextLink href={`mailto:${emails.support}`}>{emails.support}</TextLink>
        </li>
        <li>
          {words.phone}{' '}
          <TextLink href={callTo(phones.studentSupport)}>{phones.studentSupport}</TextLink>
        </li>
      </ul>
    </Part>
  )
}
