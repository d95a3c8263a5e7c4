import { type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react'
import { thisSite } from '#app/certificate-view/this-site.ts'
import words from '@naic/content/en/check-several.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { verifyById } from '@naic/ledger/verify/examine-certificate.ts'
import { Button } from '@naic/ui/button.tsx'
import { forCodes } from '@naic/ui/field.tsx'
import { useHydrated } from '@naic/ui/use-browser-value.ts'
import { type CheckedList, checkRows } from './check-rows.ts'
import { type ReadIds, readIds } from './read-ids.ts'
import { SeveralResults } from './several-results.tsx'

/** So many are checked in one go: less than half of what one address may look up in a minute. */
const mostIds = 50

const verify = (id: string) => verifyById(id, thisSite, new AbortController().signal)

/**
 * A list that is typed or pasted and, below it, its results: two items of the page's grid. The list is about other
 * people, so it is nowhere but in this page, and a reload forgets it.
 */
export function CheckSeveral() {
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [list, setList] = useState<CheckedList>()
  const read = useMemo(() => readIds(text), [text])
  const count = Math.min(read.ids.length, mostIds)
  const isReady = useHydrated() && count > 0 && list?.isDone !== false

  // Something may have been pasted before the script came.
  useEffect(() => setText(area.current?.value ?? ''), [])

  async function check(event: SyntheticEvent) {
    event.preventDefault()
    if (!isReady) return
    // Those that are not checked now stay in the field.
    const rest = read.ids.slice(mostIds).join('\n')
    if (area.current && rest !== '') area.current.value = rest
    if (rest !== '') setText(rest)
    for await (const now of checkRows(read.ids.slice(0, mostIds), verify)) setList(now)
  }

  return (
    <>
      <div className="border-hairline bg-paper relative -mt-16 w-full max-w-[48rem] rounded-lg border px-5 py-4 md:-mt-20 md:px-10 md:py-6 print:hidden">
        <div className="bg-marigold absolute inset-x-5 -top-px h-1 md:inset-x-10" aria-hidden />
        <form
          onSubmit={(event) => void check(event)}
          className="noscript:hidden grid grid-cols-[minmax(0,1fr)] gap-4"
        >
          <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
            <label htmlFor="ids" className="font-semibold">
              {words.list.label}
            </label>
            <p id="ids-hint" className="text-ink-soft text-sm">
              {words.list.hint}
            </p>
            <textarea
              id="ids"
              ref={area}
              rows={5}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
              aria-describedby="ids-hint"
              {...forCodes}
              enterKeyHint="enter"
              className="control font-mono"
            />
            <ListNotes read={read} isBlank={text.trim() === ''} />
          </div>
          <Button type="submit" disabled={!isReady} className="w-full">
            {count === 0
              ? words.list.check
              : fill(count === 1 ? words.list.checkOne : words.list.checkCount, { count })}
          </Button>
          <p className="text-ink-soft text-sm">{words.list.privacy}</p>
        </form>
        <noscript>
          <p>
            {words.withoutScript.text}{' '}
            <a href="/verification" className="link">
              {words.withoutScript.link}
            </a>
          </p>
        </noscript>
      </div>
      {list ? <SeveralResults {...list} /> : null}
    </>
  )
}

type NotesProps = { read: ReadIds; isBlank: boolean }

/** What is in the field, what counts once, what is left out, and what has to wait. */
function ListNotes({ read: { ids, repeated, others }, isBlank }: NotesProps) {
  const count = ids.length
  const rest = count - mostIds
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 text-sm wrap-anywhere">
      {count > 0 ? <p>{fill(words.list.found, { count })}</p> : null}
      {count === 0 && !isBlank ? <p className="text-error font-medium">{words.list.none}</p> : null}
      {rest > 0 ? (
        <p className="font-medium">{fill(words.list.tooMany, { count, most: mostIds, rest })}</p>
      ) : null}
      {repeated.length > 0 ? (
        <p>{fill(words.list.repeated, { list: repeated.join(', ') })}</p>
      ) : null}
      {others.length > 0 ? (
        <details>
          <summary className="link w-fit cursor-pointer py-3 font-medium">
            {fill(others.length === 1 ? words.list.oneOther : words.list.others, {
              count: others.length,
            })}
          </summary>
          <p className="text-ink-soft">{others.join(', ')}</p>
        </details>
      ) : null}
    </div>
  )
}
