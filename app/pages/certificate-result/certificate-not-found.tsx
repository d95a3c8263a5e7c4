import { CircleX } from 'lucide-react'
import { ButtonLink } from '#app/ui/button.tsx'
import { piecesOf } from './asked-id.ts'

/** @param asked the ID as it stands in the address, which may be anything. */
export function CertificateNotFound({ asked }: { asked: string }) {
  return (
    <section className="wrap grid min-h-[60svh] max-w-[54rem] content-center gap-10 py-16">
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
        <CircleX aria-hidden className="text-error size-14" strokeWidth={1.5} />
        <h1 className="text-title">Verification Failed</h1>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1 text-lg">
          <p className="font-medium">
            No certificate found with ID: <AskedId asked={asked} />
          </p>
          <p>Please check the verification code and try again.</p>
        </div>
        <ButtonLink to="/verification" className="mt-2">
          Try another ID
        </ButtonLink>
      </div>
      <div className="border-hairline bg-paper grid justify-items-start gap-3 rounded-lg border p-6">
        <h2 className="text-heading">Having trouble?</h2>
        <p className="max-w-text">
          If you believe this is an error, please contact our verification team with your
          certificate details.
        </p>
        <ButtonLink to="/contact" look="outline">
          Contact Support
        </ButtonLink>
      </div>
    </section>
  )
}

/**
 * A box of its own that paints nothing outside: marks that turn the direction of writing, or pile
 * up on a letter, reach no further. What cannot be seen is named in place of itself.
 */
function AskedId({ asked }: { asked: string }) {
  return (
    <bdi className="inline-block max-w-full align-top wrap-anywhere whitespace-pre-wrap contain-paint">
      {piecesOf(asked).map(({ at, text, name }) =>
        name === undefined ? (
          text
        ) : (
          <span key={at} data-name={name} className="named-character">
            <span hidden>{text}</span>
          </span>
        ),
      )}
    </bdi>
  )
}
