import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, type IconNode } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import {
  type LoaderFunctionArgs,
  replace,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
  useSearchParams,
} from 'react-router'
import type { Listed } from '../desk-api.ts'
import { DeskLink } from './desk-link.tsx'
import { isByItself, readShown, somebodyAsks } from './ask-desk.ts'
import { useDeskKeys } from './desk-keys.tsx'
import { type Held, heldRows, isHeld, ShowNew } from './held-rows.tsx'
import { focusRow, SelectBox, type Selection, useSelectionKeys } from './selection.tsx'

/** A list that is searched and filtered, and the one of it that is read. The page's address says which. */

/** @returns what the desk's server is asked for at an address of a list. */
export const askedOf = (search: URLSearchParams): string =>
  changed(search, { open: '', columns: '' }).search

/** Reads a list, and the one that is open. Opening one does not read the list again, unless something has changed. */
export const loadListAndOne =
  <List extends Listed<unknown>, One>(room: string) =>
  async ({ request }: LoaderFunctionArgs) => {
    const search = new URL(request.url).searchParams
    const id = search.get('open')
    const readByItself = isByItself()
    const [list, opened] = await Promise.all([
      readShown<List>(`${room}?${askedOf(search)}`, 'memory'),
      id ? readShown<One>(`${room}/${encodeURIComponent(id)}`) : undefined,
    ])
    // With one open, the next is the one that stands below it.
    const held = { isHeld: isHeld(readByItself) || (readByItself && id !== null) }
    const last = Math.ceil(list.total / list.perPage)
    // What was on the last page may be elsewhere by now.
    if (list.page > last && last > 0 && !held.isHeld) {
      throw replace(`?${changed(search, { page: String(last) }).search}`)
    }
    return { list: { ...list, ...held }, opened }
  }

type Values = Readonly<Record<string, string>>

/** @returns the page's address with other values; empty ones are left out. */
export function changed(search: URLSearchParams, values: Values): { search: string } {
  const all = Object.entries({ ...Object.fromEntries(search), ...values })
  return { search: new URLSearchParams(all.filter(([, value]) => value !== '')).toString() }
}

/** @returns the page's address, and a function that chooses: the list then starts again, with none open. */
export function useChoices() {
  const [search, setSearch] = useSearchParams()
  // What was chosen a moment ago may still be on its way.
  const next = useNavigation().location?.search
  const choose = (values: Values) => {
    somebodyAsks()
    const from = next === undefined ? search : new URLSearchParams(next)
    const { search: to } = changed(from, { page: '', before: '', open: '', ...values })
    setSearch(to, { replace: true })
  }
  return [search, choose] as const
}

type HereProps = Omit<ComponentProps<typeof DeskLink>, 'to'> & { values: Values }

/** A link to the same page with other values in its address. */
export function LinkHere({ values, ...props }: HereProps) {
  const [search] = useSearchParams()
  return <DeskLink to={changed(search, values)} {...props} />
}

type Ids = readonly { id: string }[]

/** @returns the ids before and after one in a list; undefined at its ends. */
function neighbours(list: Ids, id: string) {
  const at = list.findIndex((one) => one.id === id)
  return {
    before: at > 0 ? list[at - 1]?.id : undefined,
    after: at === -1 ? list[0]?.id : list[at + 1]?.id,
  }
}

/** @returns what opens one of the list. */
export function useOpen() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return (id: string) => navigate(changed(search, { open: id }))
}

/** @returns what goes on to the next of a list, once one is done with; after the last one, it stays. */
export function useGoOn(list: Ids, id: string) {
  const open = useOpen()
  const { revalidate } = useRevalidator()
  const { before, after } = neighbours(list, id)
  return async () => {
    await open(after ?? before ?? id)
    await revalidate()
  }
}

/** j and k walk through a list, / goes to its search, and Escape back to the whole list. */
function useListKeys(list: Ids, openId: string): void {
  const open = useOpen()
  const { before, after } = neighbours(list, openId)
  useDeskKeys({
    j: () => void (after !== undefined && open(after)),
    k: () => void (before !== undefined && open(before)),
    Escape: () => void (openId !== '' && open('')),
    '/': () => document.querySelector<HTMLElement>('#find')?.focus(),
  })
}

/** Whoever opens one reads on at its heading, and goes on at its row when it is closed. */
function useReadingPlace(openId: string) {
  const opened = useRef<HTMLElement>(null)
  const before = useRef<string>(undefined)
  const wasFound = (useLocation().state as { isFound?: true } | null)?.isFound === true
  const move = useEffectEvent((id: string) => {
    const last = before.current
    before.current = id
    if (last === undefined ? !wasFound : id === last) return
    if (id === '') return focusRow(last ?? '')
    const heading = opened.current?.querySelector<HTMLElement>('h2')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  })
  useEffect(() => move(openId), [openId])
  return opened
}

/** A column of a list. The first one's cell is the link that opens the row. */
export type ListColumn<Item> = {
  key: string
  title: string
  cell: (item: Item) => ReactNode
  sorts?: boolean
  /** Shown beside an opened one too, and whatever columns are chosen. */
  always?: boolean
  /** In steps of the theme's spacing. Columns without one share the room that is left. */
  width?: number
}

type Props<Item extends { id: string }> = {
  /** What the opened one is called, such as "Application". */
  name: string
  /** What the list is called, if not as many of them. */
  room?: string
  /** What the search looks into, in words. */
  searched: string
  filters: ReactNode
  /** By `useHeldRows`. */
  list: Listed<Item> & { held: Held }
  /** What can be done with all of them, beside how many there are. */
  tools?: ReactNode
  columns: readonly ListColumn<Item>[]
  /** The column by which it is sorted if the address names none; "-" before it for the last first. */
  sortedBy?: string
  /** Of those that can be selected together; undefined if none can. */
  selection?: Selection<Item> | undefined
  /** Below the list: what can be done with the selected. */
  bar?: ReactNode
  none: ReactNode
  opened: ReactNode | undefined
}

/** A list, with the opened one at its side; where both have no room, one of them. */
export function ListAndOne<Item extends { id: string }>({ opened, ...props }: Props<Item>) {
  const { name, room = `${name}s`, searched, filters, list, tools, selection, bar, none } = props
  const { rows: items, held } = list
  const [search, choose] = useChoices()
  const openId = search.get('open') ?? ''
  useListKeys(items, openId)
  useSelectionKeys(items, openId, selection)
  const place = useReadingPlace(openId)
  const text = search.get('text') ?? ''
  /** What somebody searched for who goes on to what is found. */
  const awaited = useRef<string>(undefined)
  const goOn = () => {
    if (awaited.current !== text) return
    awaited.current = undefined
    focusRow(items[0]?.id ?? '')
  }
  useEffect(goOn)
  const isOpen = opened !== undefined
  return (
    <>
      <title>{`${room} · The council's desk`}</title>
      <h1 className="sr-only">{room}</h1>
      <form
        role="search"
        aria-label={`${name}s`}
        onSubmit={(event) => event.preventDefault()}
        className={`border-hairline flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-4 py-1.5 ${isOpen ? 'max-lg:hidden' : ''}`}
      >
        <SearchField
          id="find"
          placeholder="Search ( / )"
          label={searched}
          value={text}
          onSearch={(typed) => choose({ text: typed })}
          onEnter={(typed) => {
            awaited.current = typed
            goOn()
          }}
        />
        {filters}
        <div className="ml-auto flex flex-wrap items-center justify-end gap-x-2">
          <ShowNew held={held} />
          {tools}
          <ListPages {...list} />
        </div>
      </form>
      <div
        className={`grid min-h-0 grow lg:grid-rows-[minmax(0,1fr)] ${isOpen ? 'lg:grid-cols-[minmax(18rem,22rem)_minmax(0,1fr)]' : ''}`}
      >
        <section
          {...heldRows}
          aria-label="Found"
          className={`border-hairline relative flex min-h-0 min-w-0 scroll-pl-44 flex-col overflow-auto max-lg:has-[[aria-label=Selected]]:pb-40 ${isOpen ? 'max-lg:hidden lg:border-r' : ''}`}
        >
          {list.total === 0 ? (
            <div role="status" className="p-6">
              {none}
            </div>
          ) : (
            <ListTable {...props} openId={openId} isOpen={isOpen} />
          )}
          {bar}
        </section>
        {isOpen ? (
          <section ref={place} aria-label={name} className="min-h-0 min-w-0 overflow-y-auto">
            <LinkHere
              values={{ open: '' }}
              className="link inline-flex min-h-11 items-center px-4 lg:hidden"
            >
              Back to the list
            </LinkHere>
            {opened}
          </section>
        ) : null}
      </div>
    </>
  )
}

type TableProps<Item extends { id: string }> = Pick<
  Props<Item>,
  'columns' | 'list' | 'sortedBy' | 'name' | 'selection'
> & { openId: string; isOpen: boolean }

/** Columns that have no room are scrolled to; beside an opened one there are few. */
function ListTable<Item extends { id: string }>({
  columns: all,
  list: { rows: items },
  sortedBy = '',
  name,
  selection,
  openId,
  isOpen,
}: TableProps<Item>) {
  const [search] = useSearchParams()
  const sort = search.get('sort') ?? sortedBy
  const columns = isOpen ? all.filter(({ always }) => always) : all
  const least = columns.reduce((sum, { width = 48 }) => sum + width, selection ? 11 : 0)
  return (
    <table
      aria-label={`${name}s`}
      style={{ minWidth: spaced(least) }}
      className="w-full table-fixed text-left"
    >
      <thead className="bg-warm text-ink-soft sticky top-0 z-10 text-sm">
        <tr className="bg-inherit *:shadow-[inset_0_-1px_var(--color-hairline)] h-9">
          {selection ? (
            <td className="h-9 w-11 p-0">
              <SelectBox
                label="Select all that are shown"
                isIn={items.every(({ id }) => selection.has(id))}
                onChoose={() =>
                  selection.choose(items, !items.every(({ id }) => selection.has(id)))
                }
              />
            </td>
          ) : null}
          {columns.map((column, at) => (
            <th
              key={column.key}
              scope="col"
              aria-sort={sortOf(sort, column)}
              style={column.width === undefined ? {} : { width: spaced(column.width) }}
              className={`truncate px-2 font-semibold first:pl-4 ${at === 0 ? firstColumn : ''}`}
            >
              {column.sorts ? (
                <SortBy column={column.key} title={column.title} sort={sort} />
              ) : (
                column.title
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <ListedRow key={item.id} item={item} isOpen={item.id === openId} selection={selection}>
            {selection ? (
              <td className="h-12 p-0">
                <SelectBox
                  label={`Select ${selection.nameOf(item)}`}
                  isIn={selection.has(item.id)}
                  onChoose={(withShift) =>
                    withShift
                      ? selection.chooseTo(item)
                      : selection.choose([item], !selection.has(item.id))
                  }
                />
              </td>
            ) : null}
            {columns.map((column, at) =>
              at === 0 ? (
                <th
                  key={column.key}
                  scope="row"
                  className={`truncate pr-2 font-semibold ${firstColumn} ${selection ? 'pl-2' : 'pl-4'}`}
                >
                  <LinkHere
                    values={{ open: item.id }}
                    preventScrollReset
                    aria-current={item.id === openId ? 'true' : undefined}
                    className="block truncate py-1.5 -outline-offset-3 group-hover:underline"
                  >
                    {column.cell(item)}
                  </LinkHere>
                </th>
              ) : (
                <td key={column.key} className="truncate px-2">
                  {column.cell(item)}
                </td>
              ),
            )}
          </ListedRow>
        ))}
      </tbody>
    </table>
  )
}

/** Stays in sight beside those that are scrolled to. */
const firstColumn = 'sticky left-0 bg-inherit'

const spaced = (steps: number) => `calc(var(--spacing) * ${steps})`

const sortOf = (sort: string, { key, sorts }: { key: string; sorts?: boolean }) => {
  if (!sorts) return undefined
  if (sort === key) return 'ascending'
  return sort === `-${key}` ? 'descending' : 'none'
}

/** Sorts by a column; pressed again, the other way round. */
function SortBy({ column, title, sort }: { column: string; title: string; sort: string }) {
  const [, choose] = useChoices()
  const isUp = sort === column
  return (
    <button
      type="button"
      onClick={() => choose({ sort: isUp ? `-${column}` : column })}
      className="hover:text-ink inline-flex h-9 items-center gap-1 -outline-offset-3"
    >
      {title}
      {isUp || sort === `-${column}` ? <Icon of={isUp ? ArrowUp : ArrowDown} /> : null}
    </button>
  )
}

type RowProps<Item extends { id: string }> = {
  item: Item
  isOpen: boolean
  selection: Selection<Item> | undefined
  children: ReactNode
}

/**
 * The one that is opened is marked, and comes into sight. A click anywhere in the row opens it; with Shift
 * or Ctrl it selects.
 */
function ListedRow<Item extends { id: string }>({
  item,
  isOpen,
  selection,
  children,
}: RowProps<Item>) {
  const { id } = item
  const isIn = selection?.has(id)
  const open = useOpen()
  const place = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isOpen) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the link in it is for keys
    <tr
      ref={place}
      data-id={id}
      onMouseDown={(event) => {
        // Otherwise it selects text.
        if (selection && event.shiftKey) event.preventDefault()
      }}
      onClick={({ target, shiftKey, ctrlKey, metaKey }) => {
        if (target instanceof Element && target.closest('a, button, input, label')) return
        if (selection && shiftKey) return selection.chooseTo(item)
        if (selection && (ctrlKey || metaKey)) return selection.choose([item], !isIn)
        if (String(getSelection()) !== '') return
        void open(id)
      }}
      className={`group border-hairline h-12 scroll-mt-9 cursor-pointer border-b ${isOpen ? '*:first:shadow-[inset_3px_0_var(--color-peacock)] forced-colors:outline-2 forced-colors:-outline-offset-2' : ''} ${isIn ? 'bg-marigold-pale' : isOpen ? 'bg-peacock-pale' : 'bg-paper hover:bg-warm'}`}
    >
      {children}
    </tr>
  )
}

function ListPages({ page, perPage, total, rows }: Listed<unknown>) {
  const shown = rows.length
  const first = (page - 1) * perPage + 1
  return (
    <div className="text-ink-soft ml-auto flex min-h-9 items-center whitespace-nowrap gap-1 text-sm tabular-nums max-sm:col-start-2">
      <p role="status">
        {shown === total
          ? `${total} found`
          : `${first} to ${first + shown - 1} of ${total.toLocaleString('en-IN')}`}
      </p>
      {total <= perPage ? null : (
        <nav aria-label="Pages" className="flex">
          {page > 1 ? <PageLink to={page - 1} label="The page before" icon={ChevronLeft} /> : null}
          {page * perPage < total ? (
            <PageLink to={page + 1} label="The next page" icon={ChevronRight} />
          ) : null}
        </nav>
      )}
    </div>
  )
}

type StepProps = { to: number; label: string; icon: IconNode }

const PageLink = ({ to, label, icon }: StepProps) => (
  <LinkHere
    values={{ page: String(to), open: '' }}
    aria-label={label}
    className="hover:bg-sand grid size-11 place-items-center rounded-md"
  >
    <Icon of={icon} />
  </LinkHere>
)

/**
 * What a field takes whose value is in the address: it counts when typing rests, or at Enter, and follows the
 * address, such as after "back", but not while somebody types.
 */
function useSettled(value: string, onSettled: (field: HTMLInputElement) => void, ms = 300) {
  const ref = useRef<HTMLInputElement>(null)
  /** What does not count yet. */
  const [typed, setTyped] = useState<string>()
  function settle(): void {
    setTyped(undefined)
    if (ref.current) onSettled(ref.current)
  }
  const settleNewest = useEffectEvent(settle)
  useEffect(() => {
    if (typed === undefined) return undefined
    const timer = setTimeout(() => settleNewest(), ms)
    return () => clearTimeout(timer)
  }, [typed, ms])
  useEffect(() => {
    const { current } = ref
    if (current && current !== document.activeElement) current.value = value
  }, [value])
  return {
    ref,
    defaultValue: value,
    onInput: () => setTyped(ref.current?.value),
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Enter' && typed !== undefined) settle()
    },
  }
}

type SearchProps = {
  id?: string
  label: string
  placeholder?: string
  value: string
  onSearch: (text: string) => void
  /** Goes on to what is found. */
  onEnter?: (text: string) => void
}

/** Searches while somebody types. */
export function SearchField({
  id,
  label,
  placeholder = label,
  value,
  onSearch,
  onEnter,
}: SearchProps) {
  const settled = useSettled(value, (field) => onSearch(field.value.trim()))
  return (
    <input
      {...settled}
      id={id}
      data-set={value !== '' || undefined}
      type={id ? 'search' : 'text'}
      aria-label={label}
      placeholder={placeholder}
      onKeyDown={(event) => {
        settled.onKeyDown(event)
        if (event.key === 'Enter') onEnter?.(event.currentTarget.value.trim())
      }}
      className={`control min-w-32 sm:max-w-56 ${id ? 'max-sm:w-0 max-sm:grow' : 'data-set:border-peacock data-set:bg-peacock-pale w-auto'}`}
    />
  )
}

type DayProps = { label: string; value: string; onChoose: (day: string) => void }

/** A day, once it is whole: whoever types a year passes the year 2 on the way. */
export function DayField({ label, value, onChoose }: DayProps) {
  const settled = useSettled(
    value,
    ({ value: day, validity }) => {
      if (!validity.badInput && (day === '' || day >= '2000')) onChoose(day)
    },
    700,
  )
  return (
    <label
      data-set={value !== '' || undefined}
      className="flex max-w-full flex-wrap items-center gap-x-2 text-sm"
    >
      {label}
      <input {...settled} type="date" className="control w-auto max-w-full min-w-0" />
    </label>
  )
}

type Options = readonly { value: string; name: string; count?: number }[]

export type Filter = { name: string; label: string; options: Options }

/** One of many, in little room; the page's address has it by its name. */
export function Choice({ name, label, options }: Filter) {
  const [search, choose] = useChoices()
  const value = search.get(name) ?? ''
  // What the address asks for is shown as chosen, even if nobody would be offered it.
  const isOffered = options.some((one) => one.value === value)
  const shown = isOffered ? options : [...options, { value, name: value }]
  return (
    <select
      aria-label={label}
      data-set={value !== '' || undefined}
      value={value}
      onChange={({ currentTarget }) => choose({ [name]: currentTarget.value })}
      className="control data-set:border-peacock data-set:bg-peacock-pale w-auto max-w-full min-w-0 truncate px-2 sm:max-w-52 lg:grow lg:basis-40"
    >
      {shown.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </select>
  )
}

type ChoiceProps = Filter & { value: string; onChoose: (value: string) => void }

/** A few choices in a row. */
export function ChoiceOfOne({ name, label, options, value, onChoose }: ChoiceProps) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="border-control has-checked:bg-ink has-checked:text-paper forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:forced-color-adjust-none forced-colors:has-checked:text-[HighlightText] flex min-h-9 items-center gap-1.5 rounded-full border px-3 text-sm has-focus-visible:outline-3 has-focus-visible:outline-offset-2"
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
