import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import type { ApplicationPage, ListedApplication, ReadApplication } from '#desk/shapes.ts'
import { OneApplication } from './one-application.tsx'
import { ListAndOne } from '../list-and-one.tsx'
import { readListAndOne } from '../read-list-and-one.ts'
import { useListKeys } from '../use-list-keys.ts'
import { domains, years } from '@naic/admissions/forms/application-form.ts'
import { searchedWords, shownOfApplication } from '@naic/admissions/forms/shown-fields.ts'
import { ChoiceOfOne } from '../choice-of-one.tsx'
import { SearchField } from '../search-field.tsx'
import { useChoices } from '../use-choices.ts'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { changed } from '../changed-search.ts'
import { ListedLink } from '../listed-link.tsx'
import { ListPages } from '../list-pages.tsx'
import { shortTime } from '../times.ts'
import { StatusMark } from './status-mark.tsx'

/** The list that the address asks for, and the application that it opens. */
export function loadApplications({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  return readListAndOne<ApplicationPage, ReadApplication>(
    '/api/applications',
    searchParams,
    asked(searchParams),
  )
}

export function ApplicationsPage() {
  const { list, opened } = useLoaderData<typeof loadApplications>()
  const [search] = useSearchParams()
  const id = search.get('open') ?? undefined
  useListKeys(list.applications, id)
  return (
    <>
      <title>Applications · The council's desk</title>
      <h1 className="sr-only">Applications</h1>
      <ListAndOne
        name="Application"
        list={
          <>
            <ApplicationFilters counts={list.counts} />
            <ApplicationList list={list} openId={id} />
          </>
        }
        opened={opened && <OneApplication key={id} opened={opened} list={list.applications} />}
        invitation="Choose an application to read it with its resume beside it."
      />
    </>
  )
}

/** Search, span, status with counts, domain and year. What is chosen is in the address. */
function ApplicationFilters({ counts }: Pick<ApplicationPage, 'counts'>) {
  const [search, choose] = useChoices()
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return (
    <form
      role="search"
      aria-label="Applications"
      onSubmit={(event) => event.preventDefault()}
      className="border-hairline grid gap-2 border-b p-3"
    >
      <SearchField
        label={searchedWords(shownOfApplication)}
        value={search.get('text') ?? ''}
        onSearch={(text) => choose({ text })}
      />
      <div className="grid grid-cols-[1fr_1.4fr_1.1fr] gap-2">
        <Choice
          label="Received"
          value={spanOf(search)}
          onChoose={(when) => choose({ when })}
          options={Object.entries(spans).map(([value, { name }]) => ({ value, name }))}
        />
        <Choice
          label="Domain"
          value={search.get('domain') ?? ''}
          onChoose={(domain) => choose({ domain })}
          options={[{ value: '', name: 'All domains' }, ...domains.map(named)]}
        />
        <Choice
          label="Year of study"
          value={search.get('year') ?? ''}
          onChoose={(year) => choose({ year })}
          options={[{ value: '', name: 'All years' }, ...years.map(named)]}
        />
      </div>
      <ChoiceOfOne
        name="status"
        label="Status"
        options={[{ value: '', name: 'all', count: total }, ...counts.map(counted)]}
        value={search.get('status') ?? ''}
        onChoose={(status) => choose({ status })}
      />
    </form>
  )
}

const named = (name: string) => ({ value: name, name })
const counted = ({ value, count }: { value: string; count: number }) => ({
  value,
  name: value,
  count,
})

type ChoiceProps = {
  label: string
  value: string
  onChoose: (value: string) => void
  options: { value: string; name: string }[]
}

function Choice({ label, value, onChoose, options }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      className="control min-w-0 truncate px-2 text-sm"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </select>
  )
}

type ListProps = { list: ApplicationPage; openId: string | undefined }

function ApplicationList({ list, openId }: ListProps) {
  const { applications, total, page, perPage } = list
  if (total === 0) return <NoneFound />
  const last = (page - 1) * perPage + applications.length
  return (
    <div className="flex min-h-0 flex-col">
      <p role="status" className="text-ink-soft border-hairline border-b px-3 py-1 text-sm">
        {applications.length === total
          ? `${total} found, newest first`
          : `${(page - 1) * perPage + 1} to ${last} of ${total}, newest first`}
      </p>
      <ul className="min-h-0 overflow-y-auto">
        {applications.map((application) => (
          <Item key={application.id} application={application} isOpen={application.id === openId} />
        ))}
      </ul>
      <ListPages {...list} />
    </div>
  )
}

function Item({ application, isOpen }: { application: ListedApplication; isOpen: boolean }) {
  const { id, name, college, domain, year, receivedAt, status } = application
  return (
    <ListedLink id={id} isOpen={isOpen}>
      <span className="flex items-baseline justify-between gap-2">
        <span className="truncate font-semibold">{name}</span>
        <StatusMark status={status} />
      </span>
      <span className="truncate text-sm">{college}</span>
      <span className="text-ink-soft flex justify-between gap-2 text-sm">
        <span className="truncate">
          {domain}, {year}
        </span>
        <time dateTime={receivedAt} className="shrink-0">
          {shortTime(receivedAt)}
        </time>
      </span>
    </ListedLink>
  )
}

function NoneFound() {
  const [search] = useSearchParams()
  return (
    <div className="grid content-start justify-items-start gap-2 p-6">
      <p className="font-semibold">No application fits.</p>
      {spanOf(search) === 'all' ? null : (
        <SiteLink to={{ search: changed(search, { when: 'all' }).toString() }} className="link">
          Look since the beginning
        </SiteLink>
      )}
      <SiteLink to={{ search: 'when=all' }} className="link">
        Show all applications
      </SiteLink>
    </div>
  )
}

/** Which applications are shown: all of it is in the page's address. */

/** How far back. */
const spans = {
  today: { name: 'Today', days: 0 },
  week: { name: 'The last 7 days', days: 6 },
  month: { name: 'The last 30 days', days: 29 },
  all: { name: 'Since the beginning', days: undefined },
} as const
type Span = keyof typeof spans

const spanOf = (search: URLSearchParams): Span => {
  const when = search.get('when') ?? ''
  if (when in spans) return when as Span
  // Who looks for somebody knows their name, and not the day.
  return search.has('text') || search.has('college') ? 'all' : 'today'
}

/** What the desk's server is asked for, for an address of the page. */
function asked(search: URLSearchParams): string {
  const query = new URLSearchParams(search)
  query.delete('when')
  query.delete('open')
  const { days } = spans[spanOf(search)]
  if (days !== undefined) query.set('since', dayInIndia(days))
  return query.toString()
}

// Canada writes days as they are written here.
const india = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })
const dayMs = 24 * 60 * 60 * 1000

/** @param ago days before today. */
const dayInIndia = (ago = 0) => india.format(Date.now() - ago * dayMs)
