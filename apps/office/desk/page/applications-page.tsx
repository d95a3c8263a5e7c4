import { FileSpreadsheet } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { useLoaderData } from 'react-router'
import { scores } from '@naic/admissions/applications/kept-facts.ts'
import { domains, years } from '@naic/admissions/forms/application-form.ts'
import { internshipNames } from '@naic/content/internship-names.ts'
import { searchedWords, shownOfApplication } from '@naic/admissions/forms/shown-fields.ts'
import { daysLater, todayInIndia } from '@naic/store/sheets/indian-day.ts'
import { DeskLink } from './desk-link.tsx'
import type { ApplicationPage, ReadApplication, RowOfApplication } from '../desk-api.ts'
import { useMay, usePerson } from './desk-frame.tsx'
import { KeyLink } from './desk-button.tsx'
import { ExportList } from './export-button.tsx'
import { useHeldRows } from './held-rows.tsx'
import {
  Choice,
  type ChosenFilter,
  type Filter,
  LinkHere,
  ListAndOne,
  type ListColumn,
  loadListAndOne,
  SearchField,
  useChoices,
} from './list-and-one.tsx'
import { Moment } from './moment.tsx'
import { OneApplication } from './one-application.tsx'
import { LetterFate } from './letter-mark.tsx'
import { StatusMark } from './status-mark.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { SelectedBar } from './selected-bar.tsx'
import { useChosen } from './use-chosen.ts'

export const loadApplications = loadListAndOne<ApplicationPage, ReadApplication>(
  '/api/applications',
  asked,
)

/** Applications: found, and one read with its resume beside it. */
export function ApplicationsPage() {
  const { list, opened } = useLoaderData<typeof loadApplications>()
  const held = useHeldRows(list.applications, list)
  const { rows } = held
  const [search, choose] = useChoices()
  const filters = useFilters(list)
  const shown = search.get('columns')?.split(' ') ?? usualColumns
  const shownColumns = columns.filter(({ key, always }) => always || shown.includes(key))
  const chosen = useChosen(rows)
  const maySelect = [useMay('review'), useMay('keep')].includes(true)
  return (
    <ListAndOne
      name="Application"
      searched={searchedWords(shownOfApplication)}
      filters={choicesOf(filters.filter(({ name }) => inSight.has(name)))}
      further={
        <>
          {choicesOf(filters.filter(({ name }) => !inSight.has(name)))}
          <SearchField
            label="College"
            value={search.get('college') ?? ''}
            onSearch={(college) => choose({ college })}
          />
        </>
      }
      chosen={chosenOf(search, filters)}
      views={
        <>
          <ColumnChoice
            columns={columns}
            shown={shown}
            onChoose={(keys) => {
              const isUsual = `${keys.toSorted()}` === `${usualColumns.toSorted()}`
              choose({ columns: isUsual ? '' : keys.join(' ') || 'none' })
            }}
          />
          <SheetLink />
        </>
      }
      list={held}
      exported={
        <ExportList
          of="applications"
          query={asked(search)}
          total={list.total}
          columns={shownColumns.map(inSheet)}
        />
      }
      columns={shownColumns}
      sortedBy="-received"
      selection={maySelect ? chosen : undefined}
      bar={
        maySelect ? (
          <SelectedBar
            chosen={chosen}
            query={asked(search)}
            columns={shownColumns.map(inSheet)}
            total={list.total}
            shown={rows}
            isOneOpen={opened !== undefined}
          />
        ) : null
      }
      none={<NoneFound />}
      opened={opened && <OneApplication opened={opened} list={rows} />}
    />
  )
}

/** To the tasks and fees of many, for those who may record them. */
function SheetLink() {
  if (!useMay('review')) return null
  return (
    <KeyLink
      of="p"
      to="/applications/receipts"
      title="Tasks and fees from a sheet ( p )"
      className="hover:bg-warm inline-flex min-h-9 items-center gap-1.5 rounded-md px-2 text-sm whitespace-nowrap"
    >
      <Icon of={FileSpreadsheet} />
      <span className="max-sm:sr-only">Tasks and fees from a sheet</span>
    </KeyLink>
  )
}

const columns: readonly ListColumn<RowOfApplication>[] = [
  {
    key: 'name',
    title: 'Name',
    always: true,
    sorts: true,
    cell: ({ name }) => (
      <span dir="auto" className="block truncate">
        {name}
      </span>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    always: true,
    sorts: true,
    width: 'w-36',
    cell: ({ status, letters }) => (
      <span className="flex items-center gap-1.5">
        <StatusMark status={status} />
        <LetterFate of={letters} />
      </span>
    ),
  },
  { key: 'reference', title: 'Reference', width: 'w-44', cell: ({ reference }) => reference },
  { key: 'email', title: 'Email', cell: ({ email }) => email },
  { key: 'college', title: 'College', sorts: true, cell: ({ college }) => college },
  { key: 'domain', title: 'Domain', sorts: true, width: 'w-56', cell: ({ domain }) => domain },
  { key: 'internship', title: 'Internship', cell: (one) => one.internshipTitle },
  { key: 'year', title: 'Year', sorts: true, width: 'w-28', cell: ({ year }) => year },
  {
    key: 'assignee',
    title: 'Who has it',
    sorts: true,
    width: 'w-32',
    cell: ({ kept }) => kept.assignee,
  },
  { key: 'score', title: 'Score', sorts: true, width: 'w-20', cell: ({ kept }) => kept.score },
  { key: 'tags', title: 'Tags', cell: ({ kept }) => kept.tags.join(', ') },
  {
    key: 'received',
    title: 'Received',
    sorts: true,
    width: 'w-56',
    cell: ({ receivedAt }) => <Moment at={receivedAt} />,
  },
  {
    key: 'changed',
    title: 'Status since',
    sorts: true,
    width: 'w-56',
    cell: ({ statusChangedAt }) => (statusChangedAt ? <Moment at={statusChangedAt} /> : null),
  },
]

/** What the sheets of applications call the columns that the list names in another way. */
const inSheets: Record<string, string> = {
  internship: 'internship_title',
  received: 'received_at',
  changed: 'status_changed_at',
}
const inSheet = ({ key }: { key: string }) => inSheets[key] ?? key

const usualColumns = ['college', 'domain', 'year', 'received']

/** How far back: as long as none is chosen, since the beginning. */
const spans = {
  today: { name: 'Today', days: 0 },
  week: { name: 'The last 7 days', days: 6 },
  month: { name: 'The last 30 days', days: 29 },
} as const

function spanOf(search: URLSearchParams) {
  const when = search.get('when') ?? ''
  return Object.hasOwn(spans, when) ? spans[when as keyof typeof spans] : undefined
}

/** @returns what the desk's server is asked for at an address of the page. */
function asked(search: URLSearchParams): string {
  const query = new URLSearchParams(search)
  query.delete('when')
  query.delete('open')
  query.delete('columns')
  const days = spanOf(search)?.days
  if (days !== undefined) query.set('since', daysLater(todayInIndia(), -days))
  return query.toString()
}

/** For these there is room beside the search. */
const inSight: ReadonlySet<string> = new Set(['status', 'domain', 'internship', 'when', 'letter'])

/** Each by its name in the address; its first choice is that it is not asked for. */
function useFilters({ counts, people, tags }: ApplicationPage): Filter[] {
  const person = usePerson()
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return [
    filterOf(
      'status',
      'Status',
      `All statuses ${total}`,
      counts.map(({ value, count }) => ({ value, name: `${value} ${count}` })),
    ),
    filterOf('domain', 'Domain', 'All domains', domains.map(named)),
    filterOf('internship', 'Internship', 'All internships', [
      ...internshipNames.map(({ id, title }) => ({ value: `${id}`, name: title })),
      { value: 'none', name: 'No internship named' },
    ]),
    filterOf('year', 'Year of study', 'All years', years.map(named)),
    filterOf(
      'when',
      'Received',
      'Any day',
      Object.entries(spans).map(([value, { name }]) => ({ value, name })),
    ),
    filterOf('assignee', 'Who has it', 'Anybody has it', [
      { value: person.name, name: 'I have it' },
      { value: 'none', name: 'Nobody has it' },
      ...people
        .filter((name) => name !== person.name)
        .map((name) => ({ value: name, name: `${name} has it` })),
    ]),
    filterOf('score', 'Score', 'Any score', [
      ...scores.map((one) => ({ value: `${one}+`, name: `${one} or more` })),
      { value: 'none', name: 'No score' },
    ]),
    filterOf('missing', 'Missing', 'Missing: any', [
      { value: 'tasks', name: 'Without tasks' },
      { value: 'fee', name: 'Without fee' },
      { value: 'certificate', name: 'Without certificate' },
    ]),
    filterOf('has', 'Came in', 'Came in: any', [
      { value: 'tasks', name: 'With tasks' },
      { value: 'fee', name: 'With fee' },
    ]),
    filterOf('letter', 'Letter', 'Any letter', [
      { value: 'refused', name: 'Letter refused' },
      { value: 'waits', name: 'Letter waits' },
      { value: 'held', name: 'Letter held back' },
    ]),
    filterOf('tag', 'Tag', 'Any tag', tags.map(named)),
  ]
}

const filterOf = (name: string, label: string, unset: string, options: Filter['options']) => ({
  name,
  label,
  options: [{ value: '', name: unset }, ...options],
})

const choicesOf = (filters: readonly Filter[]) =>
  filters.map((filter) => <Choice key={filter.name} {...filter} />)

function chosenOf(search: URLSearchParams, filters: readonly Filter[]): ChosenFilter[] {
  const college = search.get('college')
  const chosen = filters.flatMap(({ name, options }) => {
    const value = search.get(name)
    if (!value) return []
    const says = options.find((one) => one.value === value)?.name ?? value
    return [{ name, says, isFurther: !inSight.has(name) }]
  })
  return college
    ? [...chosen, { name: 'college', says: `College: ${college}`, isFurther: true }]
    : chosen
}

const named = (name: string) => ({ value: name, name })

function NoneFound() {
  const [search] = useChoices()
  return (
    <div className="grid justify-items-start gap-2">
      <p className="font-semibold">No application fits.</p>
      {spanOf(search) === undefined ? null : (
        <LinkHere values={{ when: '' }}>Look since the beginning</LinkHere>
      )}
      <DeskLink to={{ search: '' }}>Show all applications</DeskLink>
    </div>
  )
}
