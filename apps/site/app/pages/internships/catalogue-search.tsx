import { type FormEvent, useEffect, useRef } from 'react'
import { changeAddress, onHistoryStep, useAddressQuery } from '#app/catalogue/address-query.ts'
import { Button } from '@naic/ui/button.tsx'
import { categories, levels } from '@naic/content/categories.ts'
import words from '@naic/content/en/internships-page.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import programme from '@naic/content/programme.json' with { type: 'json' }
import {
  addressOf,
  allCategories,
  type CatalogueFilter,
  filterOf,
  noFilter,
} from './matching-internships.ts'

type Props = Pick<ReturnType<typeof useCatalogueFilter>, 'form' | 'filter' | 'follow'>

/** The controls below the bar belong to its form. */
const formId = 'catalogue-search'

/** The label is in the control, above what is typed or chosen. */
const label =
  'on-control text-ink-soft pointer-events-none absolute top-[0.375rem] left-3 text-xs leading-none whitespace-nowrap'
const control =
  'control h-[3rem]! pt-[1.25rem]! pb-[0.25rem]! leading-tight placeholder:text-ink-soft placeholder:opacity-100'

/**
 * One row that stays in sight (`search-bar` in app.css). Without JavaScript a plain form; with it
 * the list follows what is typed.
 */
export function CatalogueSearch({ form, filter, follow }: Props) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    follow()
    // A keyboard on the screen covers the list.
    const { activeElement } = document
    const touched = matchMedia('(pointer: coarse)').matches
    if (touched && activeElement instanceof HTMLElement) activeElement.blur()
  }

  return (
    <search className="search-bar bg-ink print:hidden">
      <form
        ref={form}
        id={formId}
        action="/internships"
        onInput={() => follow()}
        onSubmit={submit}
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
            <option>{allCategories}</option>
            {categories.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </select>
        </div>
      </form>
    </search>
  )
}

/** Level and length in plain sight. They are ticked before the script comes, too. */
export function CatalogueFilters({ filter, follow }: Pick<Props, 'filter' | 'follow'>) {
  return (
    <div className="bg-ink text-paper print:hidden">
      <div onInput={() => follow()} className="wrap flex flex-wrap items-center gap-x-6 py-1">
        <Choices legend={words.filters.level}>
          {levels.map((level) => (
            <Choice
              key={level}
              name="level"
              value={level}
              text={words.filters[level]}
              chosen={filter.levels.includes(level)}
            />
          ))}
        </Choices>
        <Choices legend={words.filters.weeks}>
          {programme.weeks.map((weeks) => (
            <Choice
              key={weeks}
              name="weeks"
              value={weeks}
              text={fill(words.filters.someWeeks, { weeks })}
              chosen={filter.weeks.includes(weeks)}
            />
          ))}
        </Choices>
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

function Choices({ legend, children }: { legend: string; children: React.ReactNode }) {
  return (
    <fieldset className="-my-1 flex flex-wrap gap-x-2">
      <legend className="sr-only">{legend}</legend>
      {children}
    </fieldset>
  )
}

type Choice = { name: 'level' | 'weeks'; value: string | number; text: string; chosen: boolean }

/** The box lies over its words, so that its focus ring is around them. */
function Choice({ name, value, text, chosen }: Choice) {
  return (
    <label className="relative inline-flex min-h-11 min-w-11 items-center">
      <input
        type="checkbox"
        form={formId}
        name={name}
        value={value}
        defaultChecked={chosen}
        className="peer absolute inset-x-0 inset-y-1 cursor-pointer appearance-none rounded-full"
      />
      <span className="border-ink-pale/50 peer-hover:border-paper peer-checked:bg-paper peer-checked:text-ink peer-checked:border-paper my-[0.3em] inline-flex items-center rounded-full border px-3.5 py-1 text-sm font-medium whitespace-nowrap forced-colors:peer-checked:border-4">
        {text}
      </span>
    </label>
  )
}

/** The height that must be in sight, in pixels: from the number of results to the first one's title. */
const enough = 260

/**
 * The address holds the filter and the browser holds the fields, so that nothing typed is
 * lost or overtaken, whether the script has come or not.
 *
 * @param served the query that the fields are filled in for at first.
 */
export function useCatalogueFilter(served: string) {
  const form = useRef<HTMLFormElement>(null)
  const results = useRef<HTMLDivElement>(null)
  const isOwnStep = useRef(false)
  const search = useAddressQuery(served)

  function show(next: CatalogueFilter, step: 'push' | 'replace') {
    isOwnStep.current = true
    changeAddress(addressOf(next), step)
  }

  /**
   * Takes over what the fields hold. Choosing is a step that the back button takes back; typing is
   * none.
   */
  function follow(step?: 'replace') {
    if (!form.current) return
    const held = heldIn(form.current)
    // The address may be ahead of what is drawn.
    const asked = filterOf(new URLSearchParams(location.search))
    if (addressOf(held) === addressOf(asked)) return
    const isTyped = addressOf({ ...held, text: '' }) === addressOf({ ...asked, text: '' })
    show(held, step ?? (isTyped ? 'replace' : 'push'))
  }

  /** Back to everything, as a step that the back button takes back. */
  function clear() {
    if (!form.current) return
    show(noFilter, 'push')
    fillIn(form.current)
    const text = form.current.elements.namedItem('q')
    if (text instanceof HTMLElement) text.focus()
  }

  // After typing or choosing, the visitor sees the results: if the keyboard covers them, or they were
  // scrolled past, they move to the top, below the search. Going back, the browser itself knows the place.
  useEffect(() => {
    if (!isOwnStep.current || !results.current) return
    isOwnStep.current = false
    const { top } = results.current.getBoundingClientRect()
    const height = visualViewport?.height ?? innerHeight
    if (top < 0 || top + enough > height) results.current.scrollIntoView({ behavior: 'instant' })
  }, [search])

  useEffect(() => {
    const fields = form.current
    if (!fields) return
    const asServed = addressOf(filterOf(new URLSearchParams(served)))
    // Somebody may have typed before the script came; else a page that was kept may not be for this query.
    if (addressOf(heldIn(fields)) === asServed) fillIn(fields)
    else follow('replace')
    return onHistoryStep(() => fillIn(fields))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])

  return { form, results, search, filter: filterOf(new URLSearchParams(search)), follow, clear }
}

const heldIn = (form: HTMLFormElement): CatalogueFilter =>
  filterOf(new URLSearchParams(texts(new FormData(form))))

/** Fills in what the address asks for. */
function fillIn({ elements }: HTMLFormElement) {
  const filter = filterOf(new URLSearchParams(location.search))
  const chosen = new Set([...filter.levels, ...filter.weeks.map(String)])
  for (const field of elements) {
    if (field instanceof HTMLSelectElement) field.value = filter.category
    if (!(field instanceof HTMLInputElement)) continue
    if (field.type === 'checkbox') field.checked = chosen.has(field.value)
    else field.value = filter.text
  }
}

function texts(data: FormData): [string, string][] {
  return [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}
