import { FileMinus } from 'lucide-react'
import words from '@naic/content/certificate.json' with { type: 'json' }
import { ButtonLink } from '@naic/ui/button.tsx'

/** There was such a certificate; neither we nor anybody who asks us can say more of it. */
export function CertificateErased({ id }: { id: string }) {
  return (
    <section className="wrap grid min-h-[60svh] max-w-[54rem] content-center justify-items-start gap-5 py-16">
      <FileMinus aria-hidden className="text-ink-soft size-14" strokeWidth={1.5} />
      <h1 className="text-title">{words.erased.title}</h1>
      <p>
        Certificate ID: <strong className="font-mono tracking-wide">{id}</strong>
      </p>
      <p className="max-w-text text-lg">{words.erased.text}</p>
      <p className="max-w-text">{words.erased.more}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/verification">Verify a file</ButtonLink>
        <ButtonLink to="/contact" look="outline">
          Contact Support
        </ButtonLink>
      </div>
    </section>
  )
}
