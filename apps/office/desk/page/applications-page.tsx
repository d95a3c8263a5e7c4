import { FileSpreadsheet, ListFilter } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { scores } from '@naic/admissions/applications/kept-facts.ts'
import { domains, years } from '@naic/admissions/forms/application-form.ts'
import { internshipNames } from '@naic/content/internship-names.ts'
import { searchedWords, shownOfApplication } from '@naic/admissions/forms/shown-fields.ts'
import { DeskLink } from './desk-link.tsx'
import type { ApplicationSort } from '@naic/admissions/applications/list-applications.ts'
import type { ApplicationList, ReadApplication, RowOfApplication } from '../desk-api.ts'
import { useMay, usePerson } from './desk-frame.tsx'
import { DeskButton, KeyLink } from './desk-button.tsx'
import { ExportList } from './export-button.tsx'
import { useHeldRows } from './held-rows.tsx'
import {
  askedOf,
  Choice,
  type Filter,
  DayField,
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

export const loadApplications = loadListAndOne<ApplicationList, ReadApplication>(
  '/api/applications',
)

/** Applications: found, and one read with its resume beside it. */
export function ApplicationsPage() {
  const { list, opened } = useLoaderData<typeof loadApplications>()
  const held = useHeldRows(list)
  const { rows } = held
  const [search, choose] = useChoices()
  const shown = search.get('columns')?.split(' ') ?? usualColumns
  const shownColumns = columns.filter(({ key, always }) => always || shown.includes(key))
  const chosen = useChosen(rows)
  const maySelect = [useMay('review'), useMay('keep')].includes(true)
  return (
    <ListAndOne
      name="Application"
      searched={searchedWords(shownOfApplication)}
      filters={<Filters list={list} />}
      list={held}
      tools={
        <>
          <ColumnChoice
            columns={columns}
            shown={shown}
            onChoose={(keys) => {
              const isUsual = `${keys}` === `${usualColumns}`
              choose({ columns: isUsual ? '' : keys.join(' ') || 'none' })
            }}
          />
          <SheetLink />
          <ExportList
            of="applications"
            query={askedOf(search)}
            total={list.total}
            columns={shownColumns.map(inSheet)}
          />
        </>
      }
      columns={shownColumns}
      sortedBy="-received"
      selection={maySelect ? chosen : undefined}
      bar={
        maySelect ? (
          <SelectedBar
            chosen={chosen}
            query={askedOf(search)}
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

/** What the list is sorted by, the server must know. */
type ApplicationColumn = ListColumn<RowOfApplication> &
  ({ sorts: true; key: ApplicationSort } | { sorts?: never })

const columns: readonly ApplicationColumn[] = [
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
    width: 36,
    cell: ({ status, letters }) => (
      <span className="flex items-center gap-1.5">
        <StatusMark status={status} />
        <LetterFate of={letters} />
      </span>
    ),
  },
  { key: 'reference', title: 'Reference', width: 44, cell: ({ reference }) => reference },
  { key: 'email', title: 'Email', cell: ({ email }) => email },
  { key: 'college', title: 'College', sorts: true, cell: ({ college }) => college },
  { key: 'domain', title: 'Domain', sorts: true, width: 56, cell: ({ domain }) => domain },
  { key: 'internship', title: 'Internship', cell: (one) => one.internshipTitle },
  { key: 'year', title: 'Year', sorts: true, width: 28, cell: ({ year }) => year },
  {
    key: 'assignee',
    title: 'Who has it',
    sorts: true,
    width: 32,
    cell: ({ kept }) => kept.assignee,
  },
  { key: 'score', title: 'Score', sorts: true, width: 20, cell: ({ kept }) => kept.score },
  { key: 'tags', title: 'Tags', cell: ({ kept }) => kept.tags.join(', ') },
  {
    key: 'received',
    title: 'Received',
    sorts: true,
    width: 56,
    cell: ({ receivedAt }) => <Moment at={receivedAt} />,
  },
  {
    key: 'changed',
    title: 'Status since',
    sorts: true,
    width: 56,
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

/** For these there is room beside the search. */
const areInSight: ReadonlySet<string> = new Set(['status', 'domain', 'internship', 'letter'])

/** Each by its name in the address; its first choice is that it is not asked for. */
function useFilters({ counts, people, tags }: ApplicationList): Filter[] {
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

/** One button shows those that are not set: the further ones, and the others too where there is little room. */
function Filters({ list }: { list: ApplicationList }) {
  const [search, choose] = useChoices()
  const [isOpen, setIsOpen] = useState(false)
  const look = isOpen ? 'max-sm:grid w-full grid-cols-2 gap-2 sm:contents' : 'contents'
  const { further = [], inSight = [] } = Object.groupBy(useFilters(list), ({ name }) =>
    areInSight.has(name) ? 'inSight' : 'further',
  )
  return (
    <>
      <DeskButton
        aria-expanded={isOpen}
        aria-controls="filters further-filters"
        onClick={() => setIsOpen(!isOpen)}
        className="px-3"
      >
        <Icon of={ListFilter} />
        Filters
      </DeskButton>
      <div
        id="filters"
        className={`${look} ${isOpen ? '' : 'max-lg:*:not-data-set:not-focus-within:hidden'}`}
      >
        {inSight.map(choiceOf)}
      </div>
      <div
        id="further-filters"
        className={`${look} ${isOpen ? '' : '*:not-data-set:not-focus-within:hidden'}`}
      >
        {further.map(choiceOf)}
        <DayField
          label="Received from"
          value={search.get('since') ?? ''}
          onChoose={(since) => choose({ since })}
        />
        <SearchField
          label="College"
          value={search.get('college') ?? ''}
          onSearch={(college) => choose({ college })}
        />
      </div>
    </>
  )
}

const choiceOf = (filter: Filter) => <Choice key={filter.name} {...filter} />

const named = (name: string) => ({ value: name, name })

const NoneFound = () => (
  <div className="grid justify-items-start gap-2">
    <p className="font-semibold">No application fits.</p>
    <DeskLink to={{ search: '' }}>Show all applications</DeskLink>
  </div>
)
