import { useEffect, useState } from 'react'
import { TextAreaField } from '@naic/ui/field.tsx'
import type { AskedKept, AskedNote, DoneRows, Selected } from '../desk-api.ts'
import { AgreeDialog, usePlainAgreement } from './agree-dialog.tsx'
import { sendDesk } from './ask-desk.ts'
import { usePerson } from './desk-frame.tsx'
import { KeptWord } from './kept-panel.tsx'
import { ChoiceOfOne } from './list-and-one.tsx'

/** What is kept of many alike; no applicant is told. */
export type KeptAct = 'note' | 'tags' | 'assignee'

type Props = {
  act: KeptAct
  selected: readonly Selected[]
  onDone: (sentence: string, rows: DoneRows['rows']) => void
  onClose: () => void
}

/** Adds a note, adds or takes away a tag, or says who has them, of many at once. */
export function KeptOfManyDialog({ act, selected, onDone, onClose }: Props) {
  const person = usePerson()
  const [text, setText] = useState('')
  const [isRemoved, setIsRemoved] = useState(false)
  // After the dialog has opened at its heading.
  useEffect(() => document.querySelector<HTMLElement>('#word-of-many')?.focus(), [])
  const typed = text.trim()
  const isReady = typed !== '' || (act === 'assignee' && isRemoved)
  const count = selected.length

  const agreement = usePlainAgreement(isReady, async () => {
    const { rows } = await keepOfMany(act, typed, { selected, isRemoved })
    onDone(done[act](typed, isRemoved), rows)
  })
  return (
    <AgreeDialog
      title={`${titles[act]}: ${count} selected`}
      action={`${isRemoved ? 'Take away from' : 'Keep for'} ${count}`}
      agreement={agreement}
      hasText={typed !== ''}
      onClose={onClose}
      fields={
        <>
          {act === 'note' ? null : (
            <div>
              <ChoiceOfOne
                name="what"
                label="What"
                options={choices[act]}
                value={isRemoved ? 'remove' : ''}
                onChoose={(value) => setIsRemoved(value === 'remove')}
              />
            </div>
          )}
          {act === 'note' ? (
            <TextAreaField
              name="word-of-many"
              label="Note for the staff alone"
              required
              error={undefined}
              rows={4}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          ) : act === 'tags' || !isRemoved ? (
            <div className="grid gap-1.5">
              <label htmlFor="word-of-many" className="font-semibold">
                {titles[act]}
              </label>
              <KeptWord
                fact={act}
                id="word-of-many"
                value={text}
                onChange={({ currentTarget }) => setText(currentTarget.value)}
              />
              {act === 'assignee' ? (
                <button
                  type="button"
                  onClick={() => setText(person.name)}
                  className="desk-button justify-self-start"
                >
                  I have it
                </button>
              ) : null}
            </div>
          ) : null}
        </>
      }
    >
      <p>{act === 'note' ? 'No applicant is told.' : 'Everything else stays as it is.'}</p>
      <ul
        aria-label="Selected"
        className="bg-warm columns-2 rounded-md p-4 text-sm max-sm:columns-1"
      >
        {selected.map(({ id, name }) => (
          <li key={id} dir="auto" className="break-inside-avoid wrap-anywhere">
            {name}
          </li>
        ))}
      </ul>
    </AgreeDialog>
  )
}

const titles: Record<KeptAct, string> = { note: 'Note', tags: 'Tag', assignee: 'Who has it' }

const choices = {
  tags: [
    { value: '', name: 'Add a tag' },
    { value: 'remove', name: 'Take one away' },
  ],
  assignee: [
    { value: '', name: 'Somebody' },
    { value: 'remove', name: 'Nobody' },
  ],
}

const done: Record<KeptAct, (typed: string, isRemoved: boolean) => string> = {
  note: () => 'a note added',
  tags: (tag, isRemoved) => `the tag "${tag}" ${isRemoved ? 'taken away' : 'added'}`,
  assignee: (who, isRemoved) => `${isRemoved ? 'nobody' : who} has them`,
}

/** Whose other tags there are does not matter; who has it must be as it was seen. */
function keepOfMany(
  act: KeptAct,
  typed: string,
  { selected, isRemoved }: { selected: readonly Selected[]; isRemoved: boolean },
): Promise<DoneRows> {
  const of = selected.map(({ id }) => ({ id }))
  const asked: AskedNote | AskedKept =
    act === 'note'
      ? { of, note: typed }
      : act === 'tags'
        ? { of, wanted: { fact: act, ...(isRemoved ? { remove: typed } : { add: typed }) } }
        : {
            of: selected.map(({ id, assignee }) => ({ id, seen: assignee })),
            wanted: { fact: act, to: isRemoved ? null : typed },
          }
  return sendDesk(`/api/applications/${act === 'note' ? act : 'kept'}`, asked)
}
