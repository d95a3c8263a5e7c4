import type { FormEvent } from 'react'
import { Button } from '#app/ui/button.tsx'
import { categories } from '#content/categories.ts'
import { allCategories } from './matching-internships.ts'
import type { useCatalogueFilter } from './use-catalogue-filter.ts'

type Props = Pick<ReturnType<typeof useCatalogueFilter>, 'form' | 'filter' | 'follow'>

/** The label stands in the control, above what is typed or chosen. */
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
    // Where the keyboard is on the screen, it lies over the list.
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
