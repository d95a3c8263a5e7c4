import { CircleAlert } from 'lucide-react'
import words from '#content/check-several.json' with { type: 'json' }
import type { ReadIds } from './read-ids.ts'
import { type FileNote, mostIds } from './use-id-list.ts'

type Props = { read: ReadIds; told: { isBlank: boolean; fileNote: FileNote | undefined } }

/** What was found in the field, what counts once, what is left out, and what has to wait. */
export function ListNotes({ read, told: { isBlank, fileNote } }: Props) {
  const { ids, repeated, others } = read
  const rest = ids.length - mostIds
  const tooMany = words.list.tooMany
    .replace('[count]', String(ids.length))
    .replace('[most]', String(mostIds))
    .replace('[rest]', String(rest))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 text-sm wrap-anywhere">
      <div role="status">
        {fileNote && !fileNote.isFailure ? <p className="font-medium">{fileNote.text}</p> : null}
      </div>
      <div role="alert">{fileNote?.isFailure ? <Problem>{fileNote.text}</Problem> : null}</div>
      {isBlank ? null : ids.length === 0 ? (
        <Problem>{words.list.none}</Problem>
      ) : (
        <p>{words.list.found.replace('[count]', String(ids.length))}</p>
      )}
      {repeated.length > 0 ? (
        <p>{words.list.repeated.replace('[list]', repeated.join(', '))}</p>
      ) : null}
      {rest > 0 ? <p className="font-medium">{tooMany}</p> : null}
      {others.length > 0 ? (
        <details>
          <summary className="link w-fit cursor-pointer py-2.5 font-medium">
            {words.list.others.replace('[count]', String(others.length))}
          </summary>
          <p className="text-ink-soft">{others.join(', ')}</p>
        </details>
      ) : null}
    </div>
  )
}

function Problem({ children }: { children: string }) {
  return (
    <p className="text-error flex items-start gap-1.5 font-medium">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  )
}
