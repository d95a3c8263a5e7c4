import { useEffect, useState } from 'react'
import { TextAreaField } from '@naic/ui/field.tsx'
import type { AskedKept, AskedNote, DoneRows, Selected } from '../desk-api.ts'
import { DeskButton } from './desk-button.tsx'
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
  const { title, choices, done } = words[act]

  const agreement = usePlainAgreement(isReady, async () => {
    const { rows } = await keepOfMany(act, typed, { selected, isRemoved })
    onDone(done(typed, isRemoved), rows)
  })
  return (
    <AgreeDialog
      title={`${title}: ${count} selected`}
      action={`${isRemoved ? 'Take away from' : 'Keep for'} ${count}`}
      agreement={agreement}
      hasText={typed !== ''}
      onClose={onClose}
      fields={
        <>
          {act === 'note' ? null : (
            <ChoiceOfOne
              name="what"
              label="What"
              options={choices.map((name, at) => ({ name, value: String(at) }))}
              value={isRemoved ? '1' : '0'}
              onChoose={(value) => setIsRemoved(value === '1')}
            />
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
                {title}
              </label>
              <KeptWord
                fact={act}
                id="word-of-many"
                value={text}
                onChange={({ currentTarget }) => setText(currentTarget.value)}
              />
              {act === 'assignee' ? (
                <DeskButton onClick={() => setText(person.name)} className="justify-self-start">
                  I have it
                </DeskButton>
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

type Words = {
  title: string
  choices: string[]
  done: (typed: string, isRemoved: boolean) => string
}

const words: Record<KeptAct, Words> = {
  note: { title: 'Note', choices: [], done: () => 'a note added' },
  tags: {
    title: 'Tag',
    choices: ['Add a tag', 'Take one away'],
    done: (tag, isRemoved) => `the tag "${tag}" ${isRemoved ? 'taken away' : 'added'}`,
  },
  assignee: {
    title: 'Who has it',
    choices: ['Somebody', 'Nobody'],
    done: (who, isRemoved) => `${isRemoved ? 'nobody' : who} has them`,
  },
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
