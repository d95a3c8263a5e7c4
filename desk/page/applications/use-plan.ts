import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ShownPlan } from '../../shapes.ts'
import { sendDesk } from '../ask-desk.ts'

const settleMs = 250

export type Plan = ShownPlan | { state: 'failed'; detail: string }

/**
 * The plan of a change as it is filled in, asked for whenever that has settled.
 *
 * @param wanted the change, as JSON. A plan is shown for exactly this, but that somebody else has changed
 *   the application stays until it is forgotten.
 */
export function usePlan(path: string, wanted: string) {
  const [shown, setShown] = useState<{ of: string; plan: Plan }>()
  const asked = useRef<{ of: string; plan: Promise<Plan> }>(undefined)

  const show = (plan: Plan) => setShown({ of: wanted, plan })

  /** Asks at once, if it was not asked yet. */
  function ask(of = wanted): Promise<Plan> {
    if (asked.current?.of === of) return asked.current.plan
    const plan = sendDesk<ShownPlan>(path, JSON.parse(of)).catch(asFailed)
    const asking = { of, plan }
    asked.current = asking
    return plan.then((found) => {
      // Of several, only the newest counts.
      if (asked.current !== asking) return found
      if (found.state === 'failed') asked.current = undefined
      setShown((before) => (before?.plan.state === 'overtaken' ? before : { of, plan: found }))
      return found
    })
  }

  function forget(): void {
    asked.current = undefined
    setShown(undefined)
  }

  const askSettled = useEffectEvent((of: string) => void ask(of))
  const isNone = shown === undefined
  useEffect(() => {
    const timer = setTimeout(() => askSettled(wanted), isNone ? 0 : settleMs)
    return () => clearTimeout(timer)
  }, [wanted, isNone])

  const isShown = shown && (shown.of === wanted || shown.plan.state === 'overtaken')
  const plan: Plan | { state: 'asking' } = isShown ? shown.plan : { state: 'asking' }
  return { plan, ask, show, forget }
}

export const asFailed = (error: Error): Plan => ({ state: 'failed', detail: error.message })
