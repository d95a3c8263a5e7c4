import { useEffect, useState } from 'react'
import { useNavigate, useRevalidator, useSearchParams } from 'react-router'
import type {
  ApplicationStatus,
  AskedStatus,
  FoundApplication,
  ShownPlan,
  StatusAnswer,
} from '../desk-api.ts'
import { sendDesk } from './ask-desk.ts'
import { useSay } from './desk-frame.tsx'
import { changed, neighbours } from './list-and-one.tsx'

/** What the staff fill in. */
export type Answer = {
  message: string
  note: string
  completedOn: string
  internship: string
  withLetter: boolean
  /** Whether what is missing is done without. */
  withoutReceipts: boolean
}

export type Plan = ShownPlan | { state: 'failed'; detail: string }
type Planned = Extract<Plan, { state: 'planned' }>

const settleMs = 150

/**
 * A change of status: its plan, for what is filled in, and its carrying out.
 *
 * @param opened the application as the page shows it. The answer is to what it was when it was begun: what a
 *   colleague does meanwhile must be read before it can be answered over.
 */
export function useAnswer(
  opened: FoundApplication,
  to: ApplicationStatus,
  answer: Answer,
  { list, onClose }: { list: readonly { id: string }[]; onClose: () => void },
) {
  const [found, setFound] = useState(opened)
  const [shown, setShown] = useState<{ of: string; plan: Plan }>()
  const [round, setRound] = useState(0)
  const [isGoing, setIsGoing] = useState(false)
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const say = useSay()
  const { id, name, reference } = found.application
  const path = `/api/applications/${id}`
  const wanted = JSON.stringify({ ...askedFrom(to, answer), seen: found.application.version })
  const question = `${round} ${wanted}`
  // The page keeps itself up to date: a colleague's answer is read before it can be answered over.
  const isOvertaken = opened.application.version > found.application.version && !isGoing
  const asked = shown?.of === question ? shown.plan : undefined
  const plan: Plan | undefined = isOvertaken ? { state: 'overtaken', now: opened } : asked

  // Asked for whenever what is filled in has settled.
  useEffect(() => {
    let isLeft = false
    const timer = setTimeout(async () => {
      const received = await sendDesk<ShownPlan>(`${path}/plan`, JSON.parse(wanted)).catch(asFailed)
      if (!isLeft) setShown({ of: question, plan: received })
    }, settleMs)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [path, wanted, question])

  async function carryOut(agreed: Planned): Promise<void> {
    const { withoutReceipts } = answer
    setIsGoing(true)
    const sent = { ...JSON.parse(wanted), seal: agreed.seal, withoutReceipts }
    const done = await sendDesk<StatusAnswer>(`${path}/status`, sent).catch(asFailed)
    if (done.state === 'changed') return goOn(agreed, done.letterDelaySeconds)
    setShown({ of: question, plan: done })
    setIsGoing(false)
  }

  async function goOn({ letter }: Planned, delay: number): Promise<void> {
    const when = delay === 0 ? 'as soon as the server looks' : `after ${delay} seconds`
    const back = delay === 0 ? '' : ` z takes it back${letter ? ' until then' : ''}.`
    say(`${name}, ${reference}: ${to}${letter ? `; the letter goes out ${when}` : ''}.${back}`)
    onClose()
    const { before, after } = neighbours(list, id)
    await navigate({ search: changed(search, { open: after ?? before ?? id }).toString() })
    await revalidate()
  }

  return {
    found,
    /** Undefined while it is asked for. */
    plan,
    isGoing,
    /** Only what stands there goes out. After a failure it is looked at again. */
    async agree() {
      if (isGoing || !plan) return
      if (plan.state === 'failed') setRound(round + 1)
      else if (mayGo(plan, answer)) await carryOut(plan)
    },
    /** The same answer, to what the application is now. */
    answerAnew(now: FoundApplication) {
      setFound(now)
      setRound(round + 1)
    },
    leave() {
      onClose()
      if (plan?.state === 'overtaken' || found !== opened) void revalidate()
    },
  }
}

/** Whether the staff can say which internship it is about. */
export const takesInternship = (to: ApplicationStatus) => to === 'accepted' || to === 'completed'

/** @returns what the server is asked, without what was seen. */
export const askedFrom = (to: ApplicationStatus, answer: Answer): Omit<AskedStatus, 'seen'> => ({
  to,
  withLetter: answer.withLetter,
  note: orUndefined(answer.note),
  message: answer.withLetter ? orUndefined(answer.message) : undefined,
  completedOn: to === 'completed' ? orUndefined(answer.completedOn) : undefined,
  internship: takesInternship(to) ? orUndefined(answer.internship) : undefined,
})

/** Whether a plan can be carried out; what it lacks must have been agreed to. */
export const mayGo = (plan: Plan, { withoutReceipts }: Answer): plan is Planned =>
  plan.state === 'planned' && (plan.missing.length === 0 || withoutReceipts)

const orUndefined = (text: string) => (text.trim() === '' ? undefined : text)

const asFailed = (error: Error): Plan => ({ state: 'failed', detail: error.message })
