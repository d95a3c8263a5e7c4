import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { useLeaving } from './answer-dialog.tsx'
import { sendDesk } from './ask-desk.ts'
import { useKeyDown } from './desk-keys.tsx'

/** What is shown before it is done: the server says what would be, with a seal; that alone is agreed to. */

type Failed = { state: 'failed'; detail: string }
type Planned = { state: 'planned'; seal: string }

const settleMs = 200

/**
 * @param path where it is done; its plan is at `path/plan`.
 * @param asked what is filled in; undefined while it is not complete.
 * @param onDone called with the answer if it was done.
 */
export function useAgreement<Shown extends { state: string }, Done extends { state: 'done' }>(
  path: string,
  asked: object | undefined,
  onDone: (done: Done) => void,
) {
  type Plan = Shown | Failed | { state: 'changed' }
  const [shown, setShown] = useState<{ of: string; plan: Plan }>()
  const [round, setRound] = useState(0)
  const [isGoing, setIsGoing] = useState(false)
  const wanted = asked && JSON.stringify(asked)
  const question = `${round} ${wanted}`
  const plan = shown?.of === question ? shown.plan : undefined

  useEffect(() => {
    if (wanted === undefined) return undefined
    let isLeft = false
    const timer = setTimeout(async () => {
      const received = await sendDesk<Shown>(`${path}/plan`, JSON.parse(wanted)).catch(asFailed)
      if (!isLeft) setShown({ of: question, plan: received })
    }, settleMs)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [path, wanted, question])

  return {
    /** Undefined while it is asked for. */
    plan,
    isAwaited: wanted !== undefined && plan === undefined,
    isGoing,
    async agree() {
      if (isGoing || wanted === undefined) return
      if (plan?.state === 'failed' || plan?.state === 'changed') return setRound(round + 1)
      if (plan?.state !== 'planned') return
      setIsGoing(true)
      const { seal } = plan as unknown as Planned
      const sent = { ...JSON.parse(wanted), seal }
      const answer = await sendDesk<Shown | Done>(path, sent).catch(asFailed)
      setIsGoing(false)
      if (answer.state === 'done') onDone(answer as Done)
      else setShown({ of: question, plan: answer as Plan })
    },
  }
}

const asFailed = (error: Error): Failed => ({ state: 'failed', detail: error.message })

type Props = {
  title: ReactNode
  /** What is filled in. */
  fields: ReactNode
  /** What would happen. */
  children: ReactNode
  /** On the button that does it. */
  action: string
  agreement: {
    plan: { state: string } | undefined
    isAwaited: boolean
    isGoing: boolean
    agree: () => Promise<void>
  }
  /** Whether something was typed that would be lost. */
  hasText: boolean
  onClose: () => void
}

/** Beside what is filled in stands what would happen. Ctrl+Enter does it, from wherever the focus is. */
export function AgreeDialog({
  title,
  fields,
  children,
  action,
  agreement,
  hasText,
  onClose,
}: Props) {
  const { plan, isAwaited, isGoing, agree } = agreement
  const { dialog, heading, isWarned, onCancel } = useLeaving(hasText)
  useKeyDown((event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void agree()
  })
  const isReady = plan?.state === 'planned' && !isGoing
  const isToLookAgain = plan?.state === 'failed' || plan?.state === 'changed'
  return (
    <dialog
      ref={dialog}
      aria-labelledby="agree-title"
      onClose={onClose}
      onCancel={onCancel}
      className="bg-paper text-ink border-control backdrop:bg-ink-deep/60 m-auto max-h-[94svh] w-[min(60rem,94vw)] overflow-y-auto rounded-lg border"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void agree()
        }}
      >
        <h2
          id="agree-title"
          ref={heading}
          tabIndex={-1}
          className="text-heading bg-paper border-hairline sticky top-0 z-10 border-b px-6 py-3"
        >
          {title}
        </h2>
        <div className="grid gap-6 px-6 py-4 lg:grid-cols-[2fr_3fr]">
          <div aria-live="polite" className="grid content-start gap-3 lg:order-last">
            <WhatGoesWrong plan={plan} />
            {children}
          </div>
          <div className="grid content-start gap-4">{fields}</div>
        </div>
        <div className="bg-paper border-hairline sticky bottom-0 flex flex-wrap items-center gap-x-4 gap-y-1 border-t px-6 py-3">
          <Button
            type="submit"
            aria-keyshortcuts="Control+Enter"
            aria-disabled={!isReady && !isToLookAgain}
          >
            {isToLookAgain ? 'Look again' : action}
          </Button>
          <Button type="button" look="quiet" onClick={() => dialog.current?.close()}>
            Leave it
          </Button>
          <p role="status" className="text-ink-soft flex items-center gap-2 text-sm">
            {isGoing || isAwaited ? <Spinner /> : null}
            {isAwaited && !isWarned ? 'Wait until you can read what will happen.' : null}
            {isWarned ? 'Escape again leaves what you have typed.' : null}
            {isGoing ? 'It is being done.' : null}
            {isReady && !isWarned ? 'Ctrl+Enter does it.' : null}
          </p>
        </div>
      </form>
    </dialog>
  )
}

function WhatGoesWrong({ plan }: { plan: { state: string } | undefined }) {
  if (plan?.state === 'changed') {
    return (
      <FailureNotice title="Nothing was done.">
        Something has changed since you looked. Please look again.
      </FailureNotice>
    )
  }
  if (plan?.state !== 'failed') return null
  return <FailureNotice title="This went wrong.">{(plan as Failed).detail}</FailureNotice>
}
