import { useState } from 'react'
import { asSelected, type ListedApplication, mostSelected, type Selected } from '../desk-api.ts'
import { useSay } from './desk-frame.tsx'

/** As long as this tab is not loaded again: also while somebody looks into another room. */
let kept: ReadonlyMap<string, Selected> = new Map()

/** The applications that are selected, each as it was when somebody selected it. */
export type Chosen = {
  of: ReadonlyMap<string, Selected>
  /** In place of all. */
  put: (selected: readonly Selected[]) => void
  /** No more than one act can change. */
  add: (selected: readonly Selected[]) => void
  choose: (applications: readonly ListedApplication[], isIn: boolean) => void
}

export function useChosen(): Chosen {
  const [of, setOf] = useState(kept)
  const say = useSay()
  function put(selected: readonly Selected[]): void {
    if (selected.length > mostSelected) {
      say(`At most ${mostSelected} can be selected at once; the others stay as they are.`)
    }
    kept = new Map(selected.slice(0, mostSelected).map((one) => [one.id, one]))
    setOf(kept)
  }
  const without = (ids: ReadonlySet<string>) => [...of.values()].filter(({ id }) => !ids.has(id))
  const add = (selected: readonly Selected[]) => {
    const added = new Map(selected.map((one) => [one.id, one]))
    const before = [...of.values()].map((one) => added.get(one.id) ?? one)
    put([...before, ...selected.filter(({ id }) => !of.has(id))])
  }
  return {
    of,
    put,
    add,
    choose(applications, isIn) {
      if (!isIn) return put(without(new Set(applications.map(({ id }) => id))))
      // Those that are in stay as they were seen.
      add(applications.filter(({ id }) => !of.has(id)).map(asSelected))
    },
  }
}
