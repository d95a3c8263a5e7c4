import { domains, years } from '#forms/application-form.ts'
import type { ApplicationPage } from '../../shapes.ts'
import { ChoiceOfOne } from '../choice-of-one.tsx'
import { SearchField } from '../search-field.tsx'
import { useChoices } from '../use-choices.ts'
import { spanOf, spans } from './application-search.ts'

/** Search, span, status with counts, domain and year. What is chosen is in the address. */
export function ApplicationFilters({ counts }: Pick<ApplicationPage, 'counts'>) {
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
        label="Name, e-mail, telephone, college or message"
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
