import { type ReactNode, useState } from 'react'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { TextField } from '@naic/ui/field.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { sendDesk } from './ask-desk.ts'
import { DeskDialog, leaveDialog } from './desk-dialog.tsx'
import { useKeyDown } from './desk-keys.tsx'
import { settle, useAnswer } from './use-answer.ts'
import { useAttempt } from './use-attempt.ts'

/** What is shown before it is done: the server says what would be, with a seal; that alone is agreed to. */

/** `isLost`: it was agreed to, and whether it was done nobody knows. */
type Failed = { state: 'failed'; detail: string; isLost: boolean }
type Planned = { state: 'planned'; seal: string }

const settleMs = 200

/**
 * @param path where it is done; its plan is at `path/plan`.
 * @param asked what is filled in; undefined while it is not complete. A file is another only after `lookAgain`.
 * @param onDone called with the answer if it was done.
 */
export function useAgreement<Shown extends { state: string }, Done extends { state: 'done' }>(
  path: string,
  asked: object | undefined,
  onDone: (done: Done) => void,
) {
  type Plan = Shown | Failed | { state: 'changed' }
  const [answered, setAnswered] = useState<{ of: string; plan: Plan }>()
  const [round, setRound] = useState(0)
  const [isGoing, setIsGoing] = useState(false)
  const wanted = asked && JSON.stringify(asked)
  const question = `${round} ${wanted}`
  const lookAgain = () => setRound(round + 1)
  const planned = useAnswer(wanted && question, async (signal): Promise<Plan> => {
    await settle(settleMs, signal)
    return sendDesk<Shown>(`${path}/plan`, { ...asked }).catch(asFailed(false))
  })
  const plan = answered?.of === question ? answered.plan : (planned as Plan | undefined)

  return {
    /** Undefined while it is asked for. */
    plan,
    isAwaited: wanted !== undefined && plan === undefined,
    isGoing,
    lookAgain,
    /** @param agreed what is sent beside it when it is done; no plan depends on it. */
    async agree(agreed: object = {}) {
      if (isGoing || wanted === undefined) return
      if (isToLookAgain(plan)) return lookAgain()
      if (plan?.state !== 'planned') return
      setIsGoing(true)
      const { seal } = plan as unknown as Planned
      const sent = { ...asked, ...agreed, seal }
      const answer = await sendDesk<Shown | Done>(path, sent).catch(asFailed(true))
      setIsGoing(false)
      if (answer.state === 'done') onDone(answer as Done)
      else setAnswered({ of: question, plan: answer as Plan })
    },
  }
}

/** For what the page itself shows before it is done, without a plan of the server. */
export function usePlainAgreement(isReady: boolean, act: () => Promise<void>) {
  const { attempt, failure, isGoing, forget } = useAttempt()
  const ready = isReady ? { state: 'planned' } : undefined
  return {
    plan: failure === undefined ? ready : { state: 'failed', detail: failure, isLost: false },
    isAwaited: false,
    isGoing,
    async agree() {
      if (failure !== undefined) forget()
      else if (isReady) await attempt(act)
    },
  }
}

const asFailed =
  (isLost: boolean) =>
  ({ message: detail }: Error): Failed => ({ state: 'failed', detail, isLost })

type Looked = { state: string } | undefined

export const isToLookAgain = (plan: Looked): plan is Failed | { state: 'changed' } =>
  plan?.state === 'failed' || plan?.state === 'changed'

/** What somebody types before what cannot be undone: in any letter case, with or without spaces. */
export function useTypedToAgree(what: string, wanted: string) {
  const [typed, setTyped] = useState('')
  return {
    isTyped: plain(typed) === plain(wanted),
    hasText: typed !== '',
    field: (
      <TextField
        name="typed"
        label={`Type ${what} to agree`}
        hint={<span className="wrap-anywhere">{wanted}</span>}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={undefined}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    ),
  }
}

const plain = (text: string) => text.replaceAll(/\s/g, '').toLowerCase()

type Props = {
  title: string
  under?: string | undefined
  fields: ReactNode
  /** What would happen. */
  children: ReactNode
  action: string
  /** Whether the letter that is shown goes out with it, as the button then says. */
  sends?: boolean | undefined
  agreement: {
    plan: Looked
    isAwaited: boolean
    isGoing: boolean
    agree: (agreed?: object) => Promise<void>
  }
  /** What is sent with it beside what was asked. */
  agreed?: object
  /** Whether the plan changes nothing. */
  isNothing?: boolean
  hasText?: boolean
  onClose: () => void
}

/**
 * Beside what is filled in stands what would happen. Ctrl+Enter does it, from wherever the focus is. If something has
 * changed since, the button looks again.
 */
export function AgreeDialog(props: Props) {
  const { agreement, agreed, isNothing, action, sends, fields, children, ...dialog } = props
  const { plan, isAwaited, isGoing, agree } = agreement
  const isReady = plan?.state === 'planned' && !isGoing && !isNothing
  const canGo = isReady || isToLookAgain(plan)
  const does = sends ? `Send the letter and ${action.toLowerCase()}` : action
  const go = () => {
    if (canGo) void agree(agreed)
  }
  // A click beside the fields takes the focus out of the dialog.
  useKeyDown((event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    // A key that is held down has read nothing.
    if (!event.repeat) go()
  })
  return (
    <DeskDialog {...dialog}>
      {(isWarned) => (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            go()
          }}
        >
          <div className="grid gap-6 px-6 py-4 lg:grid-cols-[2fr_3fr]">
            <div className="grid content-start gap-3 lg:order-last">
              <WhatGoesWrong plan={plan} />
              {children}
            </div>
            <div className="grid content-start gap-4">{fields}</div>
          </div>
          <div className="bg-paper border-hairline sticky bottom-0 flex flex-wrap items-center gap-x-4 gap-y-1 border-t px-6 py-3">
            <Button type="submit" aria-keyshortcuts="Control+Enter" aria-disabled={!canGo}>
              {isToLookAgain(plan) ? 'Look again' : does}
            </Button>
            <Button type="button" look="quiet" onClick={leaveDialog}>
              Leave it
            </Button>
            <p role="status" className="text-ink-soft flex items-center gap-2 text-sm">
              {isWarned ? (
                'Once more leaves what you have typed.'
              ) : (
                <>
                  {isGoing || isAwaited ? <Spinner /> : null}
                  {isAwaited ? 'Wait until you can read what will happen.' : null}
                  {isGoing ? 'It is being done.' : null}
                  {isReady ? 'Ctrl+Enter does it.' : null}
                </>
              )}
            </p>
          </div>
        </form>
      )}
    </DeskDialog>
  )
}

/** What would happen, in a sentence or two. */
export const Plain = ({ children }: { children: ReactNode }) => (
  <p className="bg-warm rounded-md p-4">{children}</p>
)

type WrongProps = {
  plan: Looked
  /** What is said if nothing was done, and if something failed. */
  undone?: string
  failed?: string
}

/** Why nothing can be agreed to now. */
export function WhatGoesWrong(props: WrongProps) {
  const { plan, undone = 'Nothing was done.', failed = 'This went wrong.' } = props
  if (!isToLookAgain(plan)) return null
  if ('detail' in plan) return <FailureNotice title={failed}>{plan.detail}</FailureNotice>
  return (
    <FailureNotice title={undone}>
      Something has changed since you looked. Please look again.
    </FailureNotice>
  )
}
