import { useEffect, useState } from 'react'
import { useNavigate, useRevalidator, useSearchParams } from 'react-router'
import type { ApplicationStatus, AskedStatus, FoundApplication, ShownPlan } from '../../shapes.ts'
import { sendDesk } from '../ask-desk.ts'
import { say } from '../said.ts'
import { changed } from '../changed-search.ts'
import { neighbours } from '../neighbours.ts'

/** What is filled in; blank where nothing was. */
export type Answer = {
  message: string
  note: string
  completedOn: string
  internship: string
  withLetter: boolean
}

const settleMs = 250

type Plan = ShownPlan | { state: 'asking' } | { state: 'failed'; detail: string }

/** A change of status: its plan, as what is filled in makes it, and its carrying out. */
export function useAnswer(
  { application: { id, name, reference }, changes }: FoundApplication,
  to: ApplicationStatus,
  answer: Answer,
  { list, onClose }: { list: readonly { id: string }[]; onClose: () => void },
) {
  const [planned, setPlanned] = useState<{ of: string; plan: Plan }>()
  const [isSending, setIsSending] = useState(false)
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const wanted = JSON.stringify({ ...toAsked(to, answer), seen: changes.length })
  const plan: Plan = planned?.of === wanted ? planned.plan : { state: 'asking' }

  const isFirst = planned === undefined
  useEffect(() => {
    const timer = setTimeout(
      () => {
        const path = `/api/applications/${id}/plan`
        sendDesk<ShownPlan>(path, JSON.parse(wanted))
          .catch((error: Error): Plan => ({ state: 'failed', detail: error.message }))
          .then((found) => setPlanned({ of: wanted, plan: found }))
          .catch(() => undefined)
      },
      isFirst ? 0 : settleMs,
    )
    return () => clearTimeout(timer)
  }, [id, wanted, isFirst])

  async function carryOut(): Promise<void> {
    setIsSending(true)
    try {
      const sent = { ...JSON.parse(wanted), shown: plan }
      const path = `/api/applications/${id}/status`
      const done = await sendDesk<ShownPlan | { state: 'changed' }>(path, sent)
      if (done.state !== 'changed') {
        setPlanned({ of: wanted, plan: { state: 'overtaken' } })
        await revalidate()
        return
      }
      const isTold = plan.state === 'planned' && plan.letter !== null
      say(
        `${name}, ${reference}: ${to}${isTold ? '; the letter goes out as soon as the server looks' : ''}.`,
      )
      onClose()
      const { before, after } = neighbours(list, id)
      await navigate({ search: changed(search, { open: after ?? before ?? id }).toString() })
      await revalidate()
    } catch (error) {
      setPlanned({ of: wanted, plan: { state: 'failed', detail: (error as Error).message } })
    } finally {
      setIsSending(false)
    }
  }

  return { plan, isSending, carryOut }
}

const toAsked = (to: ApplicationStatus, answer: Answer): Omit<AskedStatus, 'seen'> => ({
  to,
  withLetter: answer.withLetter,
  note: given(answer.note),
  message: answer.withLetter ? given(answer.message) : undefined,
  completedOn: to === 'completed' ? given(answer.completedOn) : undefined,
  internship: to === 'completed' ? given(answer.internship) : undefined,
})

const given = (text: string) => (text.trim() === '' ? undefined : text)
