import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { scores } from '@naic/admissions/applications/kept-facts.ts'
import { domains, years } from '@naic/admissions/forms/application-form.ts'
import { searchedWords, shownOfApplication } from '@naic/admissions/forms/shown-fields.ts'
import { daysLater, timeInIndia, todayInIndia } from '@naic/platform/sheets/indian-day.ts'
import { SiteLink } from '@naic/ui/site-link.tsx'
import type { ApplicationPage, ListedApplication, ReadApplication } from '../desk-api.ts'
import { usePerson } from './desk-frame.tsx'
import { changed, ChoiceOfOne, ListAndOne, readListAndOne, useChoices } from './list-and-one.tsx'
import { OneApplication, StatusMark } from './one-application.tsx'

export function loadApplications({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  return readListAndOne<ApplicationPage, ReadApplication>(
    '/api/applications',
    searchParams,
    asked(searchParams),
  )
}

/** Applications: found, and one read with its resume beside it. */
export function ApplicationsPage() {
  const { list, opened } = useLoaderData<typeof loadApplications>()
  const [search] = useChoices()
  return (
    <ListAndOne
      name="Application"
      searched={searchedWords(shownOfApplication)}
      filters={<ApplicationFilters list={list} />}
      page={list}
      items={list.applications}
      renderItem={(application) => <Item application={application} />}
      none={<NoneFound />}
      opened={
        opened && (
          <OneApplication key={search.get('open')} opened={opened} list={list.applications} />
        )
      }
    />
  )
}

/** How far back. */
const spans = {
  today: { name: 'Today', days: 0 },
  week: { name: 'The last 7 days', days: 6 },
  month: { name: 'The last 30 days', days: 29 },
  all: { name: 'Since the beginning', days: undefined },
} as const
type Span = keyof typeof spans

function spanOf(search: URLSearchParams): Span {
  const when = search.get('when') ?? ''
  if (when in spans) return when as Span
  // Staff who look for a person, or for work that is left, do not know the day.
  return ['text', 'college', 'tag', 'assignee', 'score', 'missing'].some((name) => search.has(name))
    ? 'all'
    : 'today'
}

/** @returns what the desk's server is asked for at an address of the page. */
function asked(search: URLSearchParams): string {
  const query = new URLSearchParams(search)
  query.delete('when')
  query.delete('open')
  const { days } = spans[spanOf(search)]
  if (days !== undefined) query.set('since', daysLater(todayInIndia(), -days))
  return query.toString()
}

function ApplicationFilters({ list }: { list: ApplicationPage }) {
  const [search, choose] = useChoices()
  const person = usePerson()
  const { counts } = list
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
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
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-2">
        <Choice
          label="Who has it"
          value={search.get('assignee') ?? ''}
          onChoose={(assignee) => choose({ assignee })}
          options={withChosen(search.get('assignee'), [
            { value: '', name: 'Anybody has it' },
            { value: person.name, name: 'I have it' },
            { value: 'none', name: 'Nobody has it' },
          ])}
        />
        <Choice
          label="Score"
          value={search.get('score') ?? ''}
          onChoose={(score) => choose({ score })}
          options={withChosen(search.get('score'), [
            { value: '', name: 'Any score' },
            ...scores.map((one) => ({ value: `${one}+`, name: `${one} or more` })),
            { value: 'none', name: 'No score' },
          ])}
        />
        <Choice
          label="Missing"
          value={search.get('missing') ?? ''}
          onChoose={(missing) => choose({ missing })}
          options={[
            { value: '', name: 'Whatever came' },
            { value: 'tasks', name: 'Without tasks' },
            { value: 'fee', name: 'Without fee' },
            { value: 'certificate', name: 'Without certificate' },
          ]}
        />
        <Choice
          label="Tag"
          value={search.get('tag') ?? ''}
          onChoose={(tag) => choose({ tag })}
          options={withChosen(search.get('tag'), [
            { value: '', name: 'Any tag' },
            ...list.tags.map(named),
          ])}
        />
      </div>
      <ChoiceOfOne
        name="status"
        label="Status"
        options={[
          { value: '', name: 'all', count: total },
          ...counts.map(({ value, count }) => ({ value, name: value, count })),
        ]}
        value={search.get('status') ?? ''}
        onChoose={(status) => choose({ status })}
      />
    </>
  )
}

const named = (name: string) => ({ value: name, name })

type Choices = { value: string; name: string }[]

/** What the address asks for is shown as chosen, even if nobody would be offered it. */
const withChosen = (chosen: string | null, options: Choices): Choices =>
  !chosen || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, name: chosen }]

type ChoiceProps = {
  label: string
  value: string
  onChoose: (value: string) => void
  options: Choices
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

function Item({ application }: { application: ListedApplication }) {
  const { name, college, domain, year, receivedAt, status } = application
  return (
    <>
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
          {timeInIndia(receivedAt)}
        </time>
      </span>
    </>
  )
}

function NoneFound() {
  const [search] = useChoices()
  return (
    <div className="grid justify-items-start gap-2">
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
