import { BookmarkPlus, Columns3, X } from 'lucide-react'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { SiteLink } from '@naic/ui/site-link.tsx'
import type { SavedView } from '../desk-api.ts'
import { sendDesk } from './ask-desk.ts'
import { useSay } from './desk-frame.tsx'
import { changed } from './list-and-one.tsx'

/** What a view is: filters, order and columns, in one order. */
function viewOf(search: URLSearchParams): string {
  const view = changed(search, { open: '', page: '', text: '' })
  view.sort()
  return view.toString()
}

const tab =
  'inline-flex min-h-9 items-center gap-1.5 rounded-md px-2.5 whitespace-nowrap hover:bg-sand'

/** The views that this person saved, and a way to save what is shown as one. */
export function SavedViews({ views }: { views: readonly SavedView[] }) {
  const [search] = useSearchParams()
  const { revalidate } = useRevalidator()
  const say = useSay()
  const now = viewOf(search)
  const isShown = (view: string) => viewOf(new URLSearchParams(view)) === now

  async function forget(name: string): Promise<void> {
    await sendDesk('/api/views/forget', { name })
    say(`The view "${name}" is removed.`)
    await revalidate()
  }

  return (
    <nav aria-label="Views" className="flex min-w-0 gap-1 overflow-x-auto text-sm">
      {[{ name: 'All', search: '' }, ...views].map((view) => (
        <span
          key={view.name}
          className={isShown(view.search) ? 'bg-peacock-pale flex rounded-md' : 'flex'}
        >
          <SiteLink
            to={{ search: view.search }}
            aria-current={isShown(view.search) ? 'true' : undefined}
            className={`${tab} -outline-offset-3 aria-[current]:font-semibold`}
          >
            {view.name}
          </SiteLink>
          {isShown(view.search) && view.search !== '' ? (
            <button
              type="button"
              aria-label={`Remove the view "${view.name}"`}
              onClick={() => void forget(view.name)}
              className="hover:bg-sand grid min-w-9 place-items-center rounded-md -outline-offset-3"
            >
              <X aria-hidden />
            </button>
          ) : null}
        </span>
      ))}
      {now === '' || views.some((view) => isShown(view.search)) ? null : <SaveView view={now} />}
    </nav>
  )
}

function SaveView({ view }: { view: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [name, setName] = useState('')
  const [failure, setFailure] = useState('')
  const { revalidate } = useRevalidator()
  const say = useSay()

  async function save(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    event.stopPropagation()
    try {
      await sendDesk('/api/views', { name, search: view })
      say(`The view "${name.trim()}" is saved, for you alone.`)
      place.current?.hidePopover()
      await revalidate()
    } catch (error) {
      setFailure((error as Error).message)
    }
  }

  return (
    <>
      <button
        type="button"
        popoverTarget="save-view"
        className={`${tab} text-peacock -outline-offset-3`}
      >
        <BookmarkPlus aria-hidden />
        Save this view
      </button>
      <div
        ref={place}
        id="save-view"
        popover="auto"
        className="bg-paper text-ink border-control inset-auto top-26 left-4 m-0 w-80 max-w-[92vw] rounded-lg border p-4"
      >
        <label htmlFor="view-name" className="font-semibold">
          Name of the view
        </label>
        <p className="text-ink-soft text-sm">
          It keeps filters, order and columns; not the words that you search for.
        </p>
        <div className="mt-2 flex gap-2">
          <input
            id="view-name"
            value={name}
            maxLength={60}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') void save(event)
            }}
            className="control"
          />
          <button
            type="button"
            onClick={(event) => void save(event)}
            className="bg-marigold text-ink hover:bg-marigold-bright rounded-md px-4 font-semibold"
          >
            Save
          </button>
        </div>
        <p role="alert" className="text-error mt-1 font-medium">
          {failure}
        </p>
      </div>
    </>
  )
}

type ChoiceProps = {
  columns: readonly { key: string; title: string; always?: boolean }[]
  shown: readonly string[]
  onChoose: (shown: string[]) => void
}

/** Which columns the list has. */
export function ColumnChoice({ columns, shown, onChoose }: ChoiceProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        popoverTarget="columns"
        className={`${tab} ml-auto text-sm -outline-offset-3 max-lg:hidden`}
      >
        <Columns3 aria-hidden />
        Columns
      </button>
      <div
        id="columns"
        popover="auto"
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        className="bg-paper text-ink border-control inset-auto top-26 right-4 m-0 rounded-lg border p-4"
      >
        {isOpen ? (
          <fieldset className="grid gap-1.5">
            <legend className="mb-1.5 font-semibold">Columns</legend>
            {columns
              .filter(({ always }) => !always)
              .map(({ key, title }) => (
                <label key={key} className="flex min-h-9 items-center gap-2">
                  <input
                    type="checkbox"
                    value={key}
                    defaultChecked={shown.includes(key)}
                    onChange={({ currentTarget }) => {
                      const chosen = currentTarget.closest('fieldset')?.querySelectorAll('input')
                      onChoose([...(chosen ?? [])].flatMap((one) => (one.checked ? one.value : [])))
                    }}
                    className="accent-peacock size-5"
                  />
                  {title}
                </label>
              ))}
          </fieldset>
        ) : null}
      </div>
    </>
  )
}
