import { type SubmitEvent, useState } from 'react'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import type { Outcomes, Selected } from '../desk-api.ts'
import type { AskedKept, AskedNote } from '../serve/answer-applications.ts'
import { sendDesk } from './ask-desk.ts'
import { keysOfField } from './correct-form.tsx'
import { DeskButton } from './desk-button.tsx'
import { TagField, WhoField } from './kept-panel.tsx'
import { focus } from './one-person.tsx'
import { useAttempt } from './use-attempt.ts'

/** What is kept of many alike; no applicant is told. */
export type KeptAct = 'note' | 'tags' | 'assignee'

type Props = {
  act: KeptAct
  selected: readonly Selected[]
  onDone: (sentence: string, rows: Outcomes['rows']) => void
  onClose: () => void
}

/** Adds a note, adds or takes away a tag, or says who has them, of many at once. */
export function KeptOfMany({ act, selected, onDone, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const { attempt, failure, isGoing } = useAttempt()
  const count = selected.length

  async function keep(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const { submitter } = event.nativeEvent as globalThis.SubmitEvent
    const isRemoved = (submitter as HTMLButtonElement | null)?.value === 'remove'
    const [sentence, asked] = askedOf(act, selected, typed.trim(), isRemoved)
    await attempt(async () => {
      const path = `/api/applications/${act === 'note' ? act : 'kept'}`
      onDone(sentence, (await sendDesk<Outcomes>(path, asked)).rows)
    })
  }

  const field = {
    ref: focus,
    value: typed,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setTyped(currentTarget.value),
    onKeyDown: keysOfField(onClose),
  }
  return (
    <form onSubmit={keep} className="flex basis-full flex-wrap items-end gap-1.5 py-1">
      <label className="grid min-w-48 grow basis-48 gap-1">
        {labels[act]}
        {act === 'note' ? <textarea rows={2} required className="control" {...field} /> : null}
        {act === 'tags' ? <TagField required {...field} /> : null}
        {act === 'assignee' ? <WhoField {...field} /> : null}
      </label>
      <DeskButton type="submit" aria-disabled={isGoing}>
        {act === 'tags' ? 'Add to' : 'Keep for'} {count}
      </DeskButton>
      {act === 'tags' ? (
        <DeskButton type="submit" value="remove" aria-disabled={isGoing}>
          Take away from {count}
        </DeskButton>
      ) : null}
      <DeskButton onClick={onClose} className="border-transparent">
        Leave it
      </DeskButton>
      <FailureNotice title="This was not done.">{failure}</FailureNotice>
    </form>
  )
}

const labels = {
  note: 'Note for the staff alone',
  tags: 'Tag',
  assignee: 'Who has it',
} satisfies Record<KeptAct, string>

/** Whose other tags there are does not matter; who has it must be as it was seen. */
function askedOf(
  act: KeptAct,
  selected: readonly Selected[],
  word: string,
  isRemoved: boolean,
): [sentence: string, asked: AskedNote | AskedKept] {
  const of = selected.map(({ id }) => ({ id }))
  if (act === 'note') return ['a note added', { of, note: word }]
  if (act === 'tags' && isRemoved) {
    return [`the tag "${word}" taken away`, { of, wanted: { fact: act, remove: word } }]
  }
  if (act === 'tags') return [`the tag "${word}" added`, { of, wanted: { fact: act, add: word } }]
  const seen = selected.map(({ id, assignee }) => ({ id, seen: assignee }))
  return [`${word || 'nobody'} has them`, { of: seen, wanted: { fact: act, to: word || null } }]
}
