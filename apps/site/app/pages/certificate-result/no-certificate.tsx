import { FileMinus } from 'lucide'
import type { ComponentProps, ReactNode } from 'react'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { ResultNotice } from '#app/certificate-view/verdict-notice.tsx'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import page from '@naic/content/en/certificate-page.json' with { type: 'json' }
import type { Verified } from '@naic/ledger/verify/examine-certificate.ts'
import { Button, ButtonLink } from '@naic/ui/button.tsx'
import { forCodes } from '@naic/ui/field.tsx'
import { Reference } from '@naic/ui/reference.tsx'
import { Section } from '@naic/ui/section.tsx'
import { TextLink } from '@naic/ui/text-link.tsx'

const { another, notFound } = page

type Props = {
  id: string
  /** The ID as it is in the address, which may be anything. */
  asked: string
  result: Exclude<Verified, { state: 'examined' | 'busy' }> | { state: 'busy' }
  /** What can be done if the register could not be asked. */
  children?: ReactNode
}

/** The result of a look-up that gave no certificate. */
export function NoCertificate({ id, asked, result, children }: Props) {
  switch (result.state) {
    case 'unknown':
      return <NotFound asked={asked} didYouMean={result.didYouMean} />
    // There was such a certificate. Nobody can say more about it.
    case 'erased':
      return (
        <WithoutFacts id={id} tone="open" icon={FileMinus} title={page.erased.title}>
          <p>{page.erased.text}</p>
          <p className="mt-1">{page.erased.more}</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <ButtonLink href="/verification">{page.file}</ButtonLink>
            <ButtonLink href="/contact" look="outline">
              {page.contact}
            </ButtonLink>
          </div>
        </WithoutFacts>
      )
    // The register could not be asked. Nobody may mistake this for a certificate that does not exist.
    default:
      return (
        <WithoutFacts id={id} tone="open" title={words.unavailable.title}>
          <p>{words.unavailable[result.state]}</p>
          <Reference of={result.state === 'failed' ? result.reference : undefined} />
          {children}
        </WithoutFacts>
      )
  }
}

type WithoutFactsProps = Omit<ComponentProps<typeof ResultNotice>, 'heading'> & {
  id: string
  /** Below the frame. */
  below?: ReactNode
}

/** Where nothing of a certificate may be said but its ID. As wide as a certificate. */
export const WithoutFacts = ({ id, children, below, ...notice }: WithoutFactsProps) => (
  <section className="wrap grid max-w-[64rem] grid-cols-[minmax(0,1fr)] gap-4 py-4 md:gap-8 md:py-10">
    <ResultNotice {...notice}>
      <p className="mb-1">
        {page.id}: <strong className="font-mono tracking-wide">{id}</strong>
      </p>
      {children}
    </ResultNotice>
    {below}
  </section>
)

type Unknown = {
  asked: string
  /** The ID that there is, and that may be misread for this one. */
  didYouMean: readonly string[]
}

function NotFound({ asked, didYouMean: [meant] }: Unknown) {
  const id = cleanCertificateId(asked)
  return (
    <section className="wrap grid max-w-[64rem] grid-cols-[minmax(0,1fr)] gap-4 py-4 md:gap-8 md:py-10">
      <ResultNotice tone="wrong" title={notFound.title}>
        <p className="font-semibold">
          {notFound.none} <AskedId asked={asked} />
        </p>
        <p>{notFound.again}</p>
        {/* For an ID that was read from paper: 0 and O look alike, and so do 1 and I. */}
        {meant ? (
          <p>
            {notFound.meant}{' '}
            <TextLink href={`/verify/${meant}`} className="font-mono">
              {meant}
            </TextLink>
            ?
          </p>
        ) : (
          <p className="text-ink-soft">{notFound.lookAlike}</p>
        )}
      </ResultNotice>
      {/* With what was asked for in it, to be corrected. */}
      <CheckAnother value={id} title={notFound.another} />
      <div className="border-hairline bg-paper grid justify-items-start gap-3 rounded-lg border p-5 sm:p-6">
        <h2 className="text-heading">{notFound.trouble.title}</h2>
        <p className="max-w-text">{notFound.trouble.text}</p>
        <div className="flex flex-wrap items-center gap-x-4">
          <ButtonLink href="/contact" look="outline">
            {page.contact}
          </ButtonLink>
          <TextLink href="/verification">{notFound.howItWorks}</TextLink>
        </div>
      </div>
    </section>
  )
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

/**
 * A plain form, so that it works before the script and without it.
 *
 * @param value what stands in the field.
 */
export function CheckAnother({ title = another.title, value }: { title?: string; value?: string }) {
  return (
    <Section
      id="check-another"
      title={title}
      className="border-hairline bg-paper grid gap-2 rounded-lg border px-5 py-4 sm:gap-3 sm:p-6 print:hidden"
    >
      <form method="get" action="/verification" className="flex flex-wrap items-end gap-3">
        <p className="grid min-w-0 flex-[99_1_10rem] gap-1.5">
          <label htmlFor="another-id" className="font-semibold">
            {another.label}
          </label>
          <input
            id="another-id"
            name="id"
            required
            defaultValue={value}
            {...forCodes}
            className="control font-mono uppercase"
          />
        </p>
        <Button type="submit" look="outline" className="grow">
          {another.button}
        </Button>
      </form>
      <p>
        {another.list} <TextLink href="/verification/several">{another.several}</TextLink>
      </p>
    </Section>
  )
}
