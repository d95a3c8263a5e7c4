import { useEffect, useRef, useSyncExternalStore } from 'react'
import {
  fillWithKept,
  forgetKept,
  keepForm,
  type KeptForm,
  keptUntil,
  readKept,
} from '#app/form-parts/kept-form.ts'
import type { Phase } from '#app/form-parts/use-form.ts'
import words from '@naic/content/en/kept.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { Notice } from '@naic/ui/notice.tsx'
import { longDate } from '@naic/ui/today.tsx'
import { useOnline } from '@naic/ui/use-online.ts'

/**
 * An application that was written without a network, kept on this device because the applicant asked for
 * it, and sent by a tap: never by itself (decision 094). Few need it, so it comes once something is
 * typed, or where one is kept: use-kept-application.ts.
 */

type Kept =
  | { state: 'none' | 'deleted' | 'refused' }
  /** `found` when the page was opened, `kept` since. */
  | { state: 'found' | 'kept'; form: KeptForm }

let kept: Kept = { state: 'none' }
const listeners = new Set<() => void>()

function change(next: Kept): void {
  kept = next
  for (const listener of listeners) listener()
}

const useKept = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => kept,
  )

async function keep(form: KeptForm): Promise<void> {
  try {
    await keepForm(form)
    change({ state: 'kept', form })
  } catch {
    change({ state: 'refused' })
  }
}

async function forget(): Promise<void> {
  await forgetKept()
  change({ state: 'deleted' })
}

/** Another one, which was not sent, stays. */
export async function forgetSent(idempotencyKey: string): Promise<void> {
  const form = await readKept()
  if (form?.idempotencyKey === idempotencyKey) await forgetKept()
}

const dayOf = (form: KeptForm) => keptUntil(form).toLocaleDateString('en-IN', longDate)

type NoticeProps = {
  isSending: boolean
  onFound: (kept: KeptForm, fillIn: typeof fillWithKept) => void
  send: (kept: KeptForm, fillIn: typeof fillWithKept) => void
}

/** What the page begins with where an application is kept. */
export function KeptNotice({ isSending, onFound, send }: NoticeProps) {
  const now = useKept()
  const online = useOnline()
  const found = useRef(onFound)

  useEffect(() => {
    void readKept().then((form) => {
      change(form ? { state: 'found', form } : { state: 'none' })
      if (form) found.current(form, fillWithKept)
    })
  }, [])

  return (
    <div role="status" className="empty:-mb-6 md:empty:-mb-8">
      {now.state === 'found' ? (
        <Notice title={words.found}>
          <p>
            {fill(words.foundText, {
              name: now.form.values['name'] ?? '',
              resume: Object.values(now.form.files)[0]?.name ?? '',
              day: dayOf(now.form),
            })}{' '}
            {online ? words.online : words.offline}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              type="button"
              aria-disabled={isSending}
              onClick={() => send(now.form, fillWithKept)}
            >
              {words.send}
            </Button>
            <DeleteButton />
          </div>
        </Notice>
      ) : null}
      {now.state === 'deleted' ? <p>{words.deleted}</p> : null}
    </div>
  )
}

function DeleteButton() {
  return (
    <Button type="button" look="outline" onClick={() => void forget()}>
      {words.delete}
    </Button>
  )
}

type OfferProps = {
  phase: Phase
  isComplete: boolean
  /** @returns the form as it is now. */
  form: () => KeptForm
}

/** Comes where a complete application cannot be sent now. */
export function KeepOffer({ phase, isComplete, form }: OfferProps) {
  const now = useKept()
  const online = useOnline()
  const hadNoAnswer = phase.state === 'failed' && phase.detail === undefined
  const isOffered = isComplete && (hadNoAnswer || !online) && !('form' in now)
  return (
    <div role="status" className="grid gap-4 empty:-mb-4">
      {now.state === 'kept' ? (
        <Notice title={fill(words.kept, { day: dayOf(now.form) })}>
          <p>{words.keptText}</p>
          <div>
            <DeleteButton />
          </div>
        </Notice>
      ) : null}
      {isOffered ? (
        <Notice title={words.offer}>
          <p>{words.offerText}</p>
          <div>
            <Button type="button" look="outline" onClick={() => void keep(form())}>
              {words.keep}
            </Button>
          </div>
        </Notice>
      ) : null}
      {now.state === 'refused' ? (
        <FailureNotice title={words.refused}>{words.refusedText}</FailureNotice>
      ) : null}
    </div>
  )
}
