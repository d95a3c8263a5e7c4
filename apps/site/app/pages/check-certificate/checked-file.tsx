import { createRoot, type Root } from 'react-dom/client'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import english from '@naic/content/en/certificate-file.json' with { type: 'json' }
import { CertificateCard } from '#app/certificate-view/certificate-card.tsx'
import { HolderCheck } from '#app/certificate-view/later.tsx'
import { SecurityFeatures } from '#app/certificate-view/security-features.tsx'
import { thisSite } from '#app/certificate-view/this-site.ts'
import { VerdictNotice } from '#app/certificate-view/verdict-notice.tsx'
import { WhatWasLearnt } from '#app/certificate-view/what-was-learnt.tsx'
import { verdictAnnouncement } from '#app/certificate-view/verdict-look.ts'
import { fetchKeys } from '@naic/ledger/verify/ask-site.ts'
import { prepareWitnesses } from '@naic/ledger/verify/examine-certificate.ts'
import { type Checked, checkFiles, loadReader } from '@naic/ledger/verify/read-certificate-file.ts'
import { fill } from '@naic/content/fill.ts'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { TextLink } from '@naic/ui/text-link.tsx'
import { idInCode, readCode } from './read-code.ts'

let keys: ReturnType<typeof fetchKeys> | undefined

/** Fetches what a check needs, so that files can then be checked without a network. */
export function prepareChecks(): void {
  keys ??= fetchKeys(thisSite)
  void loadReader()
  void prepareWitnesses(thisSite)
}

type Asked = { to: string; words: string | undefined }

/**
 * A picture in which nothing is embedded leads to its certificate by its code.
 *
 * @param asked where an ID leads that stands at the end of it, and the page's own words, as JSON, if it is not English.
 * @returns what is shown of files, and what a screen reader says; a failure is an alert of its own.
 */
export async function checkChosen(files: readonly File[], asked: Asked) {
  const words = asked.words ? (JSON.parse(asked.words) as typeof english) : english
  const checked = await checkFiles(files, keys ?? fetchKeys(thisSite), thisSite)
  if (checked.state === 'examined') {
    const { examination } = checked
    return {
      announced: verdictAnnouncement(examination),
      shown: <CheckedFile {...checked} painted={words.painted} />,
    }
  }
  const hasNothing = checked.state === 'photo' || checked.state === 'nothingInside'
  const code = hasNothing ? await firstCode(files) : undefined
  const id = code && idInCode(code, thisSite.url)
  if (id) {
    const announced = fill(words.opening, { id })
    location.assign(asked.to + id)
    return { announced, shown: <TextLink href={asked.to + id}>{announced}</TextLink> }
  }
  const problem = code
    ? fill(words.otherCode, { code: code.slice(0, longestShown) })
    : words.problems[checked.state]
  const shown = (
    <>
      <FailureNotice title={words.notChecked}>{problem}</FailureNotice>
      <a href="#id" className="link inline-block py-2.5 font-medium">
        {words.typeId}
      </a>
    </>
  )
  return { announced: '', shown }
}

/** One after the other, so that no more than one picture is in memory. */
async function firstCode(files: readonly File[]): Promise<string | undefined> {
  for (const file of files) {
    const code = await readCode(file)
    if (code) return code
  }
  return undefined
}

/** A code may hold three thousand letters. */
const longestShown = 100

let rendered: Root | undefined

/** Renders a result at once, in place of another, where there is no React but for it. */
export function render(shown: ReactNode, place: HTMLElement): void {
  rendered?.unmount()
  const fresh = document.createElement('div')
  place.replaceChildren(fresh)
  rendered = createRoot(fresh, { identifierPrefix: 'file' })
  flushSync(() => rendered?.render(shown))
}

type CheckedFile = Checked & { state: 'examined' } & { painted: string }

function CheckedFile({ examination, isPainted, painted }: CheckedFile) {
  const { facts } = examination
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <VerdictNotice examination={examination} heading="h3" />
      {facts && isPainted ? <p className="max-w-text">{painted}</p> : null}
      {facts ? <CertificateCard facts={facts} examination={examination} heading="h3" /> : null}
      <WhatWasLearnt learnt={facts?.learnt} />
      <SecurityFeatures examination={examination} />
      {facts?.address ? <HolderCheck hashed={facts.address} key={facts.id} /> : null}
    </div>
  )
}
