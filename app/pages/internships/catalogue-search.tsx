import type { FormEvent } from 'react'
import { Button } from '#app/ui/button.tsx'
import { categories } from '#content/categories.ts'
import { allCategories } from './matching-internships.ts'
import type { useCatalogueFilter } from './use-catalogue-filter.ts'

type Props = Pick<ReturnType<typeof useCatalogueFilter>, 'form' | 'filter' | 'follow'>

/** Without JavaScript a plain form; with it the list follows what is typed. */
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
    <search>
      <form
        ref={form}
        action="/internships"
        onInput={follow}
        onSubmit={submit}
        className="grid items-end gap-4 md:flex"
      >
        <div className="grid gap-1.5 md:flex-1">
          <label htmlFor="catalogue-text" className="font-semibold">
            Search by title, topic or category
          </label>
          <input
            id="catalogue-text"
            type="search"
            name="q"
            defaultValue={filter.text}
            placeholder="Search internships..."
            autoComplete="off"
            enterKeyHint="search"
            className="control placeholder:text-ink-soft"
          />
        </div>
        <div className="grid gap-1.5 md:w-72">
          <label htmlFor="catalogue-category" className="font-semibold">
            Filter by category
          </label>
          <select
            id="catalogue-category"
            name="category"
            defaultValue={filter.category}
            className="control"
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
