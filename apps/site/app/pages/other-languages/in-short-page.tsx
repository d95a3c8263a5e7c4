import { ShieldCheck } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import type { ComponentProps } from 'react'
import { factsInShort } from '#app/catalogue/facts-in-short.ts'
import { Scene } from '#app/catalogue/scene.tsx'
import type { Page } from '#app/page.ts'
import { metaOf } from '#app/page-head.tsx'
import { CheckACertificate } from '#app/pages/check-certificate/check-a-certificate.tsx'
import { languageOf, pathIn } from '@naic/content/languages.ts'
import { callTo } from '@naic/content/navigation.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import type { Translation } from '@naic/content/translation.ts'
import { wordsAt } from '@naic/content/translations.server.ts'
import { ButtonLink } from '@naic/ui/button.tsx'
import { Facts } from '@naic/ui/facts.tsx'
import { HeroBand } from '@naic/ui/page-banner.tsx'
import { Points } from '@naic/ui/points.tsx'
import { Section } from '@naic/ui/section.tsx'
import { Steps } from '@naic/ui/steps.tsx'
import { TextLink } from '@naic/ui/text-link.tsx'

/** All that a student and a parent must know before they decide, on one page in their own language. */

type Words = NonNullable<Translation['inShort']>

const { emails, phones } = organisation

export const inShortPage: Page = ({ path }) => {
  const words = wordsAt(path, 'inShort')
  const language = languageOf(path)
  const apply = pathIn(language, '/apply')
  const verification = pathIn(language, '/verification')
  const { who, money, steps, check, refund, contact } = words
  const body = (
    <>
      <HeroBand className="grid gap-6 py-8 md:grid-cols-[1.2fr_1fr] md:items-end md:gap-12 md:py-16">
        <div className="grid justify-items-start gap-4">
          <h1 className="text-title">{words.title}</h1>
          <p className="text-ink-pale max-w-text text-lg">{words.intro}</p>
          <ButtonLink href={apply} className="max-md:w-full">
            {words.applyNow}
          </ButtonLink>
        </div>
        <Facts
          of={factsInShort(words.facts)}
          className="grid grid-cols-2 gap-x-4 gap-y-3 narrow:grid-cols-1"
          fact="border-ink-soft border-t pt-2 last:col-span-full"
          name="text-ink-pale text-sm"
        />
      </HeroBand>
      <div className="wrap grid gap-12 py-10 md:gap-16 md:py-16">
        <WhatYouDo words={words.what} language={language} />
        <div className="grid gap-12 md:grid-cols-2 md:gap-10">
          <Part id="who" title={who.title}>
            <Points of={who.list} className={bullets} />
          </Part>
          <Part id="money" title={money.title}>
            <Points of={money.list} className={bullets} />
            <p className="border-marigold bg-marigold-pale flex gap-3 rounded-lg border-2 p-4 font-medium">
              <Icon of={ShieldCheck} className="mt-0.5 size-6 shrink-0" />
              <span className="min-w-0">{money.warning}</span>
            </p>
          </Part>
        </div>
        <Part id="steps" title={steps.title}>
          <Steps
            of={steps.list}
            className="gap-x-8 md:grid-cols-4"
            step="first:border-ink md:grid-cols-1 md:gap-2 md:border-ink"
          />
          <p className="text-ink-soft">{steps.noPromise}</p>
          <ButtonLink href={apply} className="max-md:w-full md:justify-self-start">
            {words.applyNow}
          </ButtonLink>
        </Part>
      </div>
      <div className="bg-peacock-pale border-hairline border-y">
        <div className="wrap py-10 md:py-12">
          <Part id="check" title={check.title}>
            <p className="max-w-text">{check.text}</p>
            <CheckACertificate
              words={check}
              action={verification}
              file={{ words: wordsAt(path, 'certificateFile'), to: `${verification}?id=` }}
            />
          </Part>
        </div>
      </div>
      <div className="wrap grid gap-12 py-12 md:grid-cols-2 md:gap-10 md:py-16">
        <Part id="refund" title={refund.title}>
          <p className="max-w-text">{refund.text}</p>
          <p>
            <TextLink href="/refund-policy">{refund.link}</TextLink>
          </p>
        </Part>
        <Part id="ask" title={contact.title}>
          <p className="max-w-text">{contact.text}</p>
          <ul className="grid gap-5">
            <li>
              <TextLink href="/contact">{contact.form}</TextLink>
            </li>
            <li>
              {contact.email}{' '}
              <TextLink href={`mailto:${emails.support}`}>{emails.support}</TextLink>
            </li>
            <li>
              {contact.phone}{' '}
              <TextLink href={callTo(phones.studentSupport)}>{phones.studentSupport}</TextLink>
            </li>
          </ul>
        </Part>
      </div>
    </>
  )
  return { head: metaOf(words, path), body }
}

const bullets = 'max-w-text grid gap-2.5 pl-5'

const Part = (props: ComponentProps<typeof Section>) => (
  <Section {...props} className="grid content-start gap-4" />
)

type WhatYouDo = { words: Words['what']; language: ReturnType<typeof languageOf> }

function WhatYouDo({ words, language }: WhatYouDo) {
  return (
    <Part id="what" title={words.title}>
      <p className="max-w-text">{words.text}</p>
      <ul className="-mx-4 flex snap-x gap-3 overflow-x-auto px-4 pb-1 sm:mx-0 sm:grid sm:grid-cols-3 sm:gap-5 sm:px-0">
        {words.projects.map(({ internship, text }) => (
          <li key={internship} className="w-56 shrink-0 snap-center sm:w-auto">
            <a
              href={pathIn(language, `/internships/${internship}`)}
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
        <TextLink href={pathIn(language, '/internships')}>{words.all}</TextLink>
      </p>
    </Part>
  )
}
