import { Button } from '@naic/ui/button.tsx'
import { categories, levels } from '@naic/content/categories.ts'
import words from '@naic/content/en/internships-page.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import programme from '@naic/content/programme.json' with { type: 'json' }
import { addressOf, allCategories, type CatalogueFilter } from './matching-internships.ts'

type Props = { filter: CatalogueFilter }

/** The controls below the bar belong to its form. */
const formId = 'catalogue-search'

/** The label is in the control, above what is typed or chosen. */
const label =
  'on-control text-ink-soft pointer-events-none absolute top-[0.375rem] left-3 text-xs leading-none whitespace-nowrap'
const control =
  'control h-[3rem]! pt-[1.25rem]! pb-[0.25rem]! leading-tight placeholder:text-ink-soft placeholder:opacity-100'

/** One row that stays in sight (`search-bar` in app.css). Without JavaScript a plain form. */
export function CatalogueSearch({ filter }: Props) {
  return (
    <search className="search-bar bg-ink print:hidden">
      <form
        id={formId}
        data-part="search"
        data-served={addressOf(filter)}
        action="/internships"
        className="wrap flex flex-wrap gap-2 py-1 md:gap-4"
      >
        <div className="relative min-w-[min(10rem,50%)] max-[19.5rem]:min-w-full grow basis-0">
          <label htmlFor="catalogue-text" className={label}>
            {words.search.label}
          </label>
          <input
            id="catalogue-text"
            type="search"
            name="q"
            defaultValue={filter.text}
            placeholder={words.search.placeholder}
            autoComplete="off"
            enterKeyHint="search"
            className={`${control} pr-1! pl-3! placeholder:text-sm placeholder-shown:[&::-webkit-search-cancel-button]:hidden`}
          />
        </div>
        <div className="relative w-30 max-[19.5rem]:w-full sm:w-[min(18rem,40%)]">
          <label htmlFor="catalogue-category" className={label}>
            {words.search.category}
          </label>
          <select
            id="catalogue-category"
            name="category"
            defaultValue={filter.category}
            className={`${control} pr-1! pl-2! text-ellipsis`}
          >
            {[allCategories, ...categories].map((category) => (
              <option key={category}>{category}</option>
            ))}
          </select>
        </div>
      </form>
    </search>
  )
}

/** Level and length in plain sight. */
export function CatalogueFilters({ filter }: Props) {
  return (
    <div className="bg-ink text-paper print:hidden">
      <div className="wrap flex flex-wrap items-center gap-x-6 py-1">
        <Choices
          name="level"
          of={levels.map((value) => ({ value, text: words.filters[value] }))}
          chosen={filter.levels}
        />
        <Choices
          name="weeks"
          of={programme.weeks.map((value) => ({
            value,
            text: fill(words.filters.someWeeks, { weeks: value }),
          }))}
          chosen={filter.weeks}
        />
        <noscript className="max-md:basis-full">
          <Button type="submit" form={formId} className="w-full md:w-auto">
            {words.search.submit}
          </Button>
        </noscript>
      </div>
      <div className="jali-edge" aria-hidden="true" />
    </div>
  )
}

type Choices<Value> = {
  name: 'level' | 'weeks'
  of: readonly { value: Value; text: string }[]
  chosen: readonly Value[]
}

/** Each box lies over its words, so that its focus ring is around them. */
function Choices<Value extends string | number>({ name, of, chosen }: Choices<Value>) {
  return (
    <fieldset className="-my-1 flex flex-wrap gap-x-2">
      <legend className="sr-only">{words.filters[name]}</legend>
      {of.map(({ value, text }) => (
        <label key={value} className="relative inline-flex min-h-11 min-w-11 items-center">
          <input
            type="checkbox"
            form={formId}
            name={name}
            value={value}
            defaultChecked={chosen.includes(value)}
            className="peer absolute inset-x-0 inset-y-1 cursor-pointer appearance-none rounded-full"
          />
          <span className="border-ink-pale/50 peer-hover:border-paper peer-checked:bg-paper peer-checked:text-ink peer-checked:border-paper my-[0.3em] inline-flex items-center rounded-full border px-3.5 py-1 text-sm font-medium whitespace-nowrap forced-colors:peer-checked:border-4">
            {text}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
