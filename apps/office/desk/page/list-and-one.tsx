import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { readDesk } from './ask-desk.ts'
import { useDeskKeys } from './desk-keys.tsx'

/** A list that is searched and filtered, and the one of it that is read. The page's address says which. */

/**
 * @param room address of the list.
 * @param query what the list is asked for, if that is not the page's own search.
 */
export async function readListAndOne<List, One>(
  room: string,
  search: URLSearchParams,
  query = search.toString(),
): Promise<{ list: List; opened: One | undefined }> {
  const id = search.get('open')
  const [list, opened] = await Promise.all([
    readDesk<List>(`${room}?${query}`),
    id ? readDesk<One>(`${room}/${encodeURIComponent(id)}`) : undefined,
  ])
  return { list, opened }
}

/** @returns the page's address with other values; empty ones are left out. */
export function changed(
  search: URLSearchParams,
  values: Readonly<Record<string, string>>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** @returns the page's address, and a function that chooses: the list then starts again, with none open. */
export function useChoices() {
  const [search, setSearch] = useSearchParams()
  const choose = (values: Readonly<Record<string, string>>) =>
    setSearch(changed(search, { page: '', open: '', ...values }), { replace: true })
  return [search, choose] as const
}

type Ids = readonly { id: string }[]

/** @returns the ids before and after one in a list; undefined at its ends. */
export function neighbours(list: Ids, id: string) {
  const at = list.findIndex((one) => one.id === id)
  return {
    before: at > 0 ? list[at - 1]?.id : undefined,
    after: at === -1 ? list[0]?.id : list[at + 1]?.id,
  }
}

/** j and k walk through a list, / goes to its search. */
function useListKeys(list: Ids, openId: string): void {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { before, after } = neighbours(list, openId)
  const open = (id: string | undefined) => {
    if (id !== undefined) void navigate({ search: changed(search, { open: id }).toString() })
  }
  useDeskKeys({
    j: () => open(after),
    k: () => open(before),
    '/': () => document.querySelector<HTMLElement>('#find')?.focus(),
  })
}

type Props<Item> = {
  /** What the opened one is called, such as "Application". */
  name: string
  /** What the search looks into, in words. */
  searched: string
  /** Below the search. */
  filters: ReactNode
  page: { total: number; page: number; perPage: number }
  items: readonly Item[]
  renderItem: (item: Item) => ReactNode
  /** In place of an empty list. */
  none: ReactNode
  /** Undefined if none is opened. */
  opened: ReactNode | undefined
}

/** A list, with the opened one at its side; where both have no room, one of them. */
export function ListAndOne<Item extends { id: string }>({ opened, ...props }: Props<Item>) {
  const { name, searched, filters, page, items, renderItem, none } = props
  const [search, choose] = useChoices()
  const openId = search.get('open') ?? ''
  useListKeys(items, openId)
  const isOpen = opened !== undefined
  const first = (page.page - 1) * page.perPage + 1
  return (
    <>
      <title>{`${name}s · The council's desk`}</title>
      <h1 className="sr-only">{name}s</h1>
      <div className="grid min-h-0 grow lg:grid-cols-[minmax(17rem,22rem)_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
        <section
          aria-label="Found"
          className={`border-hairline grid min-h-0 grid-rows-[auto_minmax(0,1fr)] lg:border-r ${isOpen ? 'max-lg:hidden' : ''}`}
        >
          <form
            role="search"
            aria-label={`${name}s`}
            onSubmit={(event) => event.preventDefault()}
            className="border-hairline grid gap-2 border-b p-3"
          >
            <SearchField
              label={searched}
              value={search.get('text') ?? ''}
              onSearch={(text) => choose({ text })}
            />
            {filters}
          </form>
          {page.total === 0 ? (
            <div role="status" className="p-6">
              {none}
            </div>
          ) : (
            <div className="flex min-h-0 flex-col">
              <p role="status" className="text-ink-soft border-hairline border-b px-3 py-1 text-sm">
                {items.length === page.total
                  ? `${page.total} found, newest first`
                  : `${first} to ${first + items.length - 1} of ${page.total}, newest first`}
              </p>
              <ul className="min-h-0 overflow-y-auto">
                {items.map((item) => (
                  <ListedLink key={item.id} id={item.id} isOpen={item.id === openId}>
                    {renderItem(item)}
                  </ListedLink>
                ))}
              </ul>
              <ListPages {...page} />
            </div>
          )}
        </section>
        <section
          aria-label={name}
          className={`min-h-0 min-w-0 overflow-y-auto ${isOpen ? '' : 'max-lg:hidden'}`}
        >
          {isOpen ? (
            <SiteLink
              to={{ search: changed(search, { open: '' }).toString() }}
              className="link inline-flex min-h-11 items-center px-4 lg:hidden"
            >
              Back to the list
            </SiteLink>
          ) : (
            <p className="text-ink-soft p-8">Choose one of the list to read it here.</p>
          )}
          {opened}
        </section>
      </div>
    </>
  )
}

const settleMs = 300

type SearchProps = { label: string; value: string; onSearch: (text: string) => void }

/** Searches while somebody types. */
function SearchField({ label, value, onSearch }: SearchProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const field = useRef<HTMLInputElement>(null)
  // Follows the address, such as after "back", but not while somebody types.
  useEffect(() => {
    const { current } = field
    if (current && current !== document.activeElement) current.value = value
  }, [value])
  return (
    <input
      id="find"
      ref={field}
      type="search"
      aria-label={label}
      defaultValue={value}
      placeholder="Search ( / )"
      onInput={({ currentTarget }) => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => onSearch(currentTarget.value.trim()), settleMs)
      }}
      className="control"
    />
  )
}

type LinkProps = { id: string; isOpen: boolean; children: ReactNode }

/** The one that is opened is marked, and comes into sight. */
function ListedLink({ id, isOpen, children }: LinkProps) {
  const [search] = useSearchParams()
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <li ref={place} className="border-hairline border-b">
      <SiteLink
        to={{ search: changed(search, { open: id }).toString() }}
        preventScrollReset
        aria-current={isOpen ? 'true' : undefined}
        className="aria-[current]:bg-peacock-pale aria-[current]:border-peacock hover:bg-warm grid gap-0.5 border-l-4 border-transparent px-3 py-2 forced-colors:border-[Canvas] forced-colors:aria-[current]:border-[Highlight]"
      >
        {children}
      </SiteLink>
    </li>
  )
}

function ListPages({ page, perPage, total }: Props<never>['page']) {
  const [search] = useSearchParams()
  const to = (number: number) => ({
    search: changed(search, { page: String(number), open: '' }).toString(),
  })
  if (total <= perPage) return null
  return (
    <nav aria-label="Pages" className="border-hairline flex justify-between border-t px-3">
      {page > 1 ? (
        <SiteLink to={to(page - 1)} className="link py-2">
          Newer
        </SiteLink>
      ) : (
        <span />
      )}
      {page * perPage < total ? (
        <SiteLink to={to(page + 1)} className="link py-2">
          Older
        </SiteLink>
      ) : null}
    </nav>
  )
}

type ChoiceProps = {
  name: string
  label: string
  options: readonly { value: string; name: string; count?: number }[]
  value: string
  onChoose: (value: string) => void
}

/** A few choices in a row. */
export function ChoiceOfOne({ name, label, options, value, onChoose }: ChoiceProps) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="border-control has-checked:bg-ink has-checked:text-paper forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:forced-color-adjust-none forced-colors:has-checked:text-[HighlightText] flex min-h-8 items-center gap-1.5 rounded-full border px-3 text-sm has-focus-visible:outline-3 has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChoose(option.value)}
            className="sr-only"
          />
          {option.name}{' '}
          {option.count === undefined ? null : <span className="tabular-nums">{option.count}</span>}
        </label>
      ))}
    </fieldset>
  )
}
