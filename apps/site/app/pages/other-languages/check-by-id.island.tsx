import { type ReactNode, useEffect, useState } from 'react'
import { CertificateIdForm } from '#app/pages/check-certificate/certificate-id-form.island.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import type { ResultWords } from './checked-certificate.tsx'

type Words = ResultWords & { label: string; hint: string; button: string; checking: string }

type Props = {
  /** The ID that a code, or a form on another page, led here with; or none. */
  asked: string
  words: Words
  lang: string
}

/** The form for an ID and, below it, the result: two items of the page's grid. */
export function CheckById({ asked, words, lang }: Props) {
  const [result, setResult] = useState<ReactNode>()
  const { checking, unavailable } = words

  /** What checks comes when it is needed: it is as large as the page. */
  async function show(id: string) {
    setResult(undefined)
    const { checkById } = await import('./checked-certificate.tsx')
    setResult(await checkById(id, words, lang))
  }

  useEffect(() => {
    if (asked === '') return
    void show(asked).catch(() =>
      setResult(<FailureNotice title={unavailable.title}>{unavailable.offline}</FailureNotice>),
    )
    setResult(<p role="status">{checking}</p>)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])

  return (
    <>
      <div className="border-hairline bg-paper relative -mt-16 rounded-lg border p-5 md:-mt-20 md:p-8">
        <div className="bg-marigold absolute inset-x-5 -top-px h-1 md:inset-x-8" aria-hidden />
        <CertificateIdForm
          asked={asked}
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
