import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { addressOf, allCategories, type CatalogueFilter, filterOf } from './matching-internships.ts'

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
   * as its link is; typing is none.
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
