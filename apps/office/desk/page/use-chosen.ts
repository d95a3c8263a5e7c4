import { useRef, useState } from 'react'
import { asSelected, type ListedApplication, mostSelected, type Selected } from '../desk-api.ts'
import { useSay } from './desk-frame.tsx'
import type { Selection } from './selection.tsx'

/** As long as this tab is not loaded again: also while somebody looks into another room. */
let kept: ReadonlyMap<string, Selected> = new Map()

/** The applications that are selected, each as it was when somebody selected it. */
export type Chosen = Selection<ListedApplication> & {
  of: ReadonlyMap<string, Selected>
  /** In place of all. */
  put: (selected: readonly Selected[]) => void
  /** No more than one act can change. */
  add: (selected: readonly Selected[]) => void
}

/** @param list those that are shown. */
export function useChosen(list: readonly ListedApplication[]): Chosen {
  const [of, setOf] = useState(kept)
  const last = useRef<string>(undefined)
  const say = useSay()

  function put(selected: readonly Selected[]): void {
    if (selected.length > mostSelected) {
      say(`At most ${mostSelected} can be selected at once; the others stay as they are.`)
    }
    kept = new Map(selected.slice(0, mostSelected).map((one) => [one.id, one]))
    setOf(kept)
  }
  function add(selected: readonly Selected[]): void {
    const added = new Map(selected.map((one) => [one.id, one]))
    const before = [...of.values()].map((one) => added.get(one.id) ?? one)
    put([...before, ...selected.filter(({ id }) => !of.has(id))])
  }
  function choose(applications: readonly ListedApplication[], isIn: boolean): void {
    last.current = applications.at(-1)?.id
    // Those that are in stay as they were seen.
    if (isIn) return add(applications.filter(({ id }) => !of.has(id)).map(asSelected))
    const out = new Set(applications.map(({ id }) => id))
    put([...of.values()].filter(({ id }) => !out.has(id)))
  }
  function chooseTo(application: ListedApplication): void {
    const placeOf = (id: string | undefined) => list.findIndex((one) => one.id === id)
    const ends = [placeOf(last.current), placeOf(application.id)]
    const [from = 0, to = 0] = ends.toSorted((a, b) => a - b)
    choose(from === -1 ? [application] : list.slice(from, to + 1), true)
    last.current = application.id
  }
  return { of, put, add, choose, chooseTo, has: (id) => of.has(id), nameOf: ({ name }) => name }
}
