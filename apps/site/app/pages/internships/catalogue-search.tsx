import { type FormEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { Button } from '@naic/ui/button.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { categories } from '@naic/content/categories.ts'
import { addressOf, allCategories, type CatalogueFilter, filterOf } from './matching-internships.ts'

type Props = Pick<ReturnType<typeof useCatalogueFilter>, 'form' | 'filter' | 'follow'>

/** The label is in the control, above what is typed or chosen. */
const label =
  'text-ink-soft pointer-events-none absolute top-[0.375rem] left-3 text-xs leading-none whitespace-nowrap'
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
    <search className="search-bar bg-ink">
      <form
        ref={form}
        action="/internships"
        onInput={() => follow()}
        onSubmit={submit}
        className="wrap flex flex-wrap gap-2 py-1 md:gap-4"
      >
        <div className="relative min-w-[min(10rem,50%)] max-[19.5rem]:min-w-full grow basis-0">
          <label htmlFor="catalogue-text" className={label}>
            Title, topic or category
          </label>
          <input
            id="catalogue-text"
            type="search"
            name="q"
            defaultValue={filter.text}
            placeholder="Search internships..."
            autoComplete="off"
            enterKeyHint="search"
            className={`${control} pr-1! pl-3! placeholder:text-sm placeholder-shown:[&::-webkit-search-cancel-button]:hidden`}
          />
        </div>
        <div className="relative w-30 max-[19.5rem]:w-full sm:w-[min(18rem,40%)]">
          <label htmlFor="catalogue-category" className={label}>
            Filter by category
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
        <noscript>
          <Button type="submit" className="w-full md:w-auto">
            Search
          </Button>
        </noscript>
      </form>
    </search>
  )
}

const choices = [allCategories, ...categories] as const

type Links = { filter: CatalogueFilter; chosen: CatalogueFilter['category'] | undefined }

/** The same categories in plain sight, as links that need no script. */
export function CategoryLinks({ filter: { text }, chosen }: Links) {
  const row = useRef<HTMLUListElement>(null)

  useEffect(() => {
    const link = chosen && row.current?.children[choices.indexOf(chosen)]
    if (!row.current || !(link instanceof HTMLElement)) return
    const { offsetLeft, offsetWidth } = link
    row.current.scrollLeft = offsetLeft + offsetWidth / 2 - row.current.clientWidth / 2
  }, [chosen])

  return (
    <nav aria-label="Categories" className="bg-ink text-paper">
      <ul
        ref={row}
        className="wrap relative flex scroll-px-12 gap-2 overflow-x-auto py-1.5 [scrollbar-width:none] lg:flex-wrap"
      >
        {choices.map((each) => (
          <li key={each} className="shrink-0">
            <SiteLink
              to={addressOf({ text, category: each })}
              aria-current={each === chosen ? 'true' : undefined}
              className="border-ink-pale/50 aria-[current=true]:bg-paper aria-[current=true]:text-ink hover:border-paper inline-flex min-h-11 items-center rounded-full border px-4 text-sm font-medium aria-[current=true]:font-semibold forced-colors:aria-[current=true]:border-4"
            >
              {each}
            </SiteLink>
          </li>
        ))}
      </ul>
      <div className="jali-edge mt-1" aria-hidden="true" />
    </nav>
  )
}

/**
 * The address holds the filter and the browser holds the fields, so that nothing typed is
 * lost or overtaken, whether the script has come or not.
 */
export function useCatalogueFilter() {
  const form = useRef<HTMLFormElement>(null)
  const { key, search } = useLocation()
  const navigationType = useNavigationType()
  const navigate = useNavigate()
  const isFirst = useRef(true)
  const filter = filterOf(new URLSearchParams(search))

  /**
   * Takes over what the fields hold. Choosing a category is a step that the back button takes back,
   * as a category's link is; typing is no step.
   */
  function follow({ replace }: { replace?: boolean } = {}) {
    if (!form.current) return
    const held = filterOf(new URLSearchParams(texts(new FormData(form.current))))
    if (addressOf(held) === addressOf(filter)) return
    void navigate(addressOf(held), { replace: replace ?? held.category === filter.category })
  }

  /** Back to everything, as a step that the back button takes back. */
  function clear() {
    void navigate(addressOf({ text: '', category: allCategories }))
    fieldsOf(form.current)?.text.focus()
  }

  useEffect(() => {
    const fields = fieldsOf(form.current)
    if (isFirst.current) {
      isFirst.current = false
      // Somebody may have typed before the script came.
      follow({ replace: true })
    } else if (fields && navigationType !== 'REPLACE') {
      // A link or the back button changed the address; a replaced one came from the fields.
      fill(fields, filter)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each step in the history
  }, [key])

  return { form, filter, follow, clear }
}

type Fields = { text: HTMLInputElement; category: HTMLSelectElement }

function fieldsOf(form: HTMLFormElement | null): Fields | undefined {
  const text = form?.elements.namedItem('q')
  const category = form?.elements.namedItem('category')
  return text instanceof HTMLInputElement && category instanceof HTMLSelectElement
    ? { text, category }
    : undefined
}

function fill(fields: Fields, filter: CatalogueFilter) {
  fields.text.value = filter.text
  fields.category.value = filter.category
}

function texts(data: FormData): [string, string][] {
  return [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}
