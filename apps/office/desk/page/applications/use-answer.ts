import { useNavigate, useRevalidator, useSearchParams } from 'react-router'
import type {
  ApplicationStatus,
  AskedStatus,
  FoundApplication,
  ShownPlan,
  StatusAnswer,
} from '#desk/shapes.ts'
import { sendDesk } from '../ask-desk.ts'
import { say } from '../said.ts'
import { changed } from '../changed-search.ts'
import { neighbours } from '../neighbours.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** What is filled in; blank where nothing was. */
export type Answer = {
  message: string
  note: string
  completedOn: string
  internship: string
  withLetter: boolean
}

/** How far it is with an answer that was agreed to. */
export type Going = 'not yet' | 'letter awaited' | 'sending' | 'in vain'

type Place = { list: readonly { id: string }[]; onClose: () => void }

/**
 * A change of status: its plan, as what is filled in makes it, and its carrying out.
 *
 * @param opened as it was when the answer was begun. What a colleague does meanwhile is not answered
 *   over before it was read, however new the page behind is.
 */
export function useAnswer(
  opened: FoundApplication,
  to: ApplicationStatus,
  answer: Answer,
  { list, onClose }: Place,
) {
  const [found, setFound] = useState(opened)
  const [going, setGoing] = useState<Going>('not yet')
  const isLeft = useIsLeft()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { id, name, reference } = found.application
  const path = `/api/applications/${id}`
  const wanted = JSON.stringify({ ...toAsked(to, answer), seen: found.changes.length })
  const { plan, ask, show, forget } = usePlan(`${path}/plan`, wanted)

  /** Done when its letter is there; until then, and where it cannot be done, it is said. */
  async function agree(): Promise<void> {
    if (going === 'letter awaited' || going === 'sending') return
    setGoing('letter awaited')
    const agreed = plan.state === 'asking' || plan.state === 'failed' ? await ask() : plan
    if (isLeft.current) return
    if (agreed.state !== 'planned') return setGoing('in vain')
    setGoing('sending')
    const sent = { ...JSON.parse(wanted), note: given(answer.note), seal: agreed.seal }
    const done = await sendDesk<StatusAnswer>(`${path}/status`, sent).catch(asFailed)
    if (done.state === 'changed') return goOn(agreed)
    show(done)
    setGoing('in vain')
  }

  async function goOn({ letter }: Extract<ShownPlan, { state: 'planned' }>): Promise<void> {
    say(
      `${name}, ${reference}: ${to}${letter ? '; the letter goes out as soon as the server looks' : ''}.`,
    )
    onClose()
    const { before, after } = neighbours(list, id)
    await navigate({ search: changed(search, { open: after ?? before ?? id }).toString() })
    await revalidate()
  }

  return {
    found,
    plan,
    going,
    agree,
    /** What was refused is asked for anew once anything else is filled in. */
    changed() {
      if (plan.state === 'refused') forget()
      setGoing('not yet')
    },
    /** The answer, to what the application is now. */
    answerAnew(now: FoundApplication) {
      setFound(now)
      forget()
      setGoing('not yet')
    },
    leave() {
      onClose()
      if (plan.state === 'overtaken' || found !== opened) void revalidate()
    },
  }
}

/** Whether it is not on the screen any more. */
function useIsLeft() {
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  return isLeft
}

const toAsked = (to: ApplicationStatus, answer: Answer): Omit<AskedStatus, 'seen'> => ({
  to,
  withLetter: answer.withLetter,
  message: answer.withLetter ? given(answer.message) : undefined,
  completedOn: to === 'completed' ? given(answer.completedOn) : undefined,
  internship: to === 'completed' ? given(answer.internship) : undefined,
})

const given = (text: string) => (text.trim() === '' ? undefined : text)

const settleMs = 250

export type Plan = ShownPlan | { state: 'failed'; detail: string }

/**
 * The plan of a change as it is filled in, asked for whenever that has settled.
 *
 * @param wanted the change, as JSON. A plan is shown for exactly this, but that somebody else has changed
 *   the application stays until it is forgotten.
 */
function usePlan(path: string, wanted: string) {
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

const asFailed = (error: Error): Plan => ({ state: 'failed', detail: error.message })
