import { type ReactNode, useState } from 'react'
import { CertificateIdForm } from '#app/pages/check-certificate/certificate-id-form.island.tsx'
import type { ResultWords } from './checked-certificate.tsx'

type Words = ResultWords & { label: string; hint: string; button: string; checking: string }

/** The form for an ID and, below it, the result: two items of the page's grid. */
export function CheckById({ words, lang }: { words: Words; lang: string }) {
  const [result, setResult] = useState<ReactNode>()
  const { checking, unavailable } = words

  /** What checks comes when it is needed: it is as large as the page. */
  async function show(id: string) {
    setResult(undefined)
    const { checkById } = await import('./checked-certificate.tsx')
    setResult(await checkById(id, words, lang))
  }

  return (
    <>
      <div className="border-hairline bg-paper relative -mt-16 rounded-lg border p-5 md:-mt-20 md:p-8">
        <div className="bg-marigold absolute inset-x-5 -top-px h-1 md:inset-x-8" aria-hidden />
        <CertificateIdForm
          words={{
            ...words,
            verifying: checking,
            looking: checking,
            unreachable: { title: unavailable.title, text: unavailable.offline },
          }}
          show={show}
        />
      </div>
      {result}
    </>
  )
}
