import page from '@naic/content/en/certificate-page.json' with { type: 'json' }
import { ButtonLink } from '@naic/ui/button.tsx'
import { hasDoubtfulSigns } from '@naic/ledger/format/id-format.ts'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { ResultNotice } from '#app/certificate-view/verdict-notice.tsx'
import { CheckAnother } from './check-another.tsx'
import { TextLink } from '@naic/ui/text-link.tsx'

const words = page.notFound

type Props = {
  /** The ID as it is in the address, which may be anything. */
  asked: string
  /** IDs that there are, and that may be misread for this one. */
  didYouMean: readonly string[]
}

export function CertificateNotFound({ asked, didYouMean }: Props) {
  return (
    <section className="wrap grid max-w-[64rem] grid-cols-[minmax(0,1fr)] gap-4 py-4 md:gap-8 md:py-10">
      <ResultNotice tone="wrong" title={words.title}>
        <p className="font-semibold">
          {words.none} <AskedId asked={asked} />
        </p>
        <p>{words.again}</p>
        <OtherReadings asked={asked} didYouMean={didYouMean} />
      </ResultNotice>
      {/* With what was asked for in it, to be corrected. */}
      <CheckAnother value={cleanCertificateId(asked)} title={words.another} />
      <div className="border-hairline bg-paper grid justify-items-start gap-3 rounded-lg border p-5 sm:p-6">
        <h2 className="text-heading">{words.trouble.title}</h2>
        <p className="max-w-text">{words.trouble.text}</p>
        <div className="flex flex-wrap items-center gap-x-4">
          <ButtonLink href="/contact" look="outline">
            {page.contact}
          </ButtonLink>
          <TextLink href="/verification">{words.howItWorks}</TextLink>
        </div>
      </div>
    </section>
  )
}

/** For an ID that was read from paper: 0 and O look alike, and so do 1 and I. */
function OtherReadings({ asked, didYouMean }: Props) {
  if (didYouMean.length > 0) {
    return (
      <p>
        {words.meant}{' '}
        {didYouMean.map((id, at) => (
          <span key={id}>
            {at > 0 ? ', ' : ''}
            <TextLink href={`/verify/${id}`} className="font-mono">
              {id}
            </TextLink>
          </span>
        ))}
        ?
      </p>
    )
  }
  const isDoubtful = hasDoubtfulSigns(cleanCertificateId(asked))
  return <p className="text-ink-soft">{isDoubtful ? words.noSuchSigns : words.lookAlike}</p>
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
          <span
            key={at}
            data-name={name}
            className="before:border-hairline before:bg-warm before:rounded-sm before:border before:px-1 before:text-sm before:content-[attr(data-name)]"
          >
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

/**
 * Makes an ID from an address fit to be shown. It may be anything.
 *
 * @returns its pieces: the `at`-th is text, or one invisible character and its name. Their texts together are its first
 *   100 characters, and an ellipsis if it has more.
 */
export function piecesOf(asked: string) {
  const characters = [...asked]
  const cut = characters.slice(0, shownCharacters).join('')
  return (characters.length > shownCharacters ? `${cut}…` : cut)
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
