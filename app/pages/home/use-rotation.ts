import { useEffect, useState, useSyncExternalStore } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'

const rotationMs = 5000

/**
 * Which of `count` slides is shown. It advances by itself every five seconds, unless the
 * visitor has paused it, is at it with pointer or focus (`hold`), or asks for reduced motion.
 */
export function useRotation(count: number) {
  const [index, setIndex] = useState(0)
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState({ pointer: false, focus: false })
  const still = useReducedMotion()
  const rotating = useHydrated() && !paused && !still && !held.pointer && !held.focus

  // Depending on `index`, each slide gets its full time, one that was chosen by hand too.
  useEffect(() => {
    if (!rotating) return
    const timer = setTimeout(() => setIndex((index + 1) % count), rotationMs)
    return () => clearTimeout(timer)
  }, [rotating, index, count])

  return {
    index,
    paused,
    rotating,
    /** Where motion is not wanted there is nothing to pause. */
    canRotate: !still,
    show: setIndex,
    next: () => setIndex((index + 1) % count),
    previous: () => setIndex((index + count - 1) % count),
    togglePaused: () => setPaused(!paused),
    hold: (by: Partial<typeof held>) => setHeld((before) => ({ ...before, ...by })),
  }
}

const query = '(prefers-reduced-motion: reduce)'

function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}
