import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useSavedIds } from '#app/catalogue/saved-internships.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { catalogue } from '#content/catalogue.ts'

/**
 * @returns the saved internships that there still are, the last one first, and whether the address
 *   asks for them alone.
 */
export function useSavedInternships() {
  const ids = useSavedIds()
  const asked = useSearchParams()[0].has('saved')
  const savedAlone = useHydrated() && asked
  const saved = ids
    .toReversed()
    .flatMap((id) => catalogue.find((internship) => internship.id === id) ?? [])

  const before = useRef(saved.length)

  useEffect(() => {
    const fewer = saved.length < before.current
    before.current = saved.length
    // With the card that was taken from the list, its button went, and the focus with it.
    if (fewer && savedAlone && document.activeElement === document.body) {
      document.getElementById('all')?.focus({ preventScroll: true })
    }
  }, [savedAlone, saved.length])

  return { saved, savedAlone }
}
