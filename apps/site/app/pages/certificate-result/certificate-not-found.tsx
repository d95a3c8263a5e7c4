import { CircleX } from 'lucide-react'
import { href } from 'react-router'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import { ButtonLink } from '@naic/ui/button.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { hasDoubtfulSigns } from '@naic/ledger/format/id-format.ts'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'

type Props = {
  /** The ID as it is in the address, which may be anything. */
  asked: string
  /** IDs that there are, and that may be misread for this one. */
  didYouMean: readonly string[]
}

export function CertificateNotFound({ asked, didYouMean }: Props) {
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
        <OtherReadings asked={asked} didYouMean={didYouMean} />
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

/** For an ID that was read from paper: 0 and O look alike, and so do 1 and I. */
function OtherReadings({ asked, didYouMean }: Props) {
  const { meant, noSuchSigns } = words.notFound
  if (didYouMean.length > 0) {
    return (
      <p className="text-lg">
        {meant}{' '}
        {didYouMean.map((id, at) => (
          <span key={id}>
            {at > 0 ? ', ' : ''}
            <SiteLink to={href('/verify/:id?', { id })} className="link font-mono font-medium">
              {id}
            </SiteLink>
          </span>
        ))}
        ?
      </p>
    )
  }
  return hasDoubtfulSigns(cleanCertificateId(asked)) ? <p>{noSuchSigns}</p> : null
}

/**
 * A box that paints nothing outside: marks that turn the direction of writing, or pile up on a letter,
 * reach no further. An invisible character is shown by its name.
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

const shownCharacters = 100

/** Invisible characters, and those that only change others; not those that join letters. */
const invisible =
  /((?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])/u

/** A piece of an ID, the `at`-th: text, or one invisible character and its name. */
type Piece = { at: number; text: string; name: string | undefined }

/**
 * Makes an ID from an address fit to be shown. It may be anything.
 *
 * @returns its pieces. Their texts together are its first 100 characters, and an ellipsis if it has
 *   more.
 */
export function piecesOf(asked: string): Piece[] {
  const characters = [...asked]
  const cut = characters.slice(0, shownCharacters).join('')
  const shown = characters.length > shownCharacters ? `${cut}…` : cut
  return shown
    .split(invisible)
    .filter((text) => text !== '')
    .map((text, at) => ({ at, text, name: invisible.test(text) ? nameOf(text) : undefined }))
}

/** @returns an ID from an address as plain text, without invisible characters. */
export const plainly = (asked: string): string =>
  piecesOf(asked)
    .map(({ text, name }) => (name === undefined ? text : ''))
    .join('')

const nameOf = (character: string) =>
  `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
