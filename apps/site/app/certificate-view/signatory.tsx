import words from '@naic/content/en/certificate.json' with { type: 'json' }
import organisation from '@naic/content/organisation.json' with { type: 'json' }

/** Only the council has it: without the file, nobody signed by hand, and the line is empty. */
const pictures = import.meta.glob<string>('../../../../content/signature.png', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})

type Props = { isSigned: boolean; picture?: string | undefined }

/** @param isSigned no, on what does not count any more. */
export function Signatory({ isSigned, picture = Object.values(pictures)[0] }: Props) {
  return (
    <div className="grid max-w-56 grid-cols-[minmax(0,1fr)] justify-items-start text-left">
      {isSigned && picture ? (
        <img src={picture} alt={words.signature} className="h-12 max-w-full object-contain px-2" />
      ) : null}
      <p className="border-ink w-full border-t pt-1 font-semibold">{words.signatory}</p>
      <p className="text-ink-soft text-sm">{organisation.shortName}</p>
    </div>
  )
}
