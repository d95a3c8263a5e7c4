import { useEffect, useState } from 'react'
import { useLoaderData } from 'react-router'
import { TextAreaField } from '@naic/ui/field.tsx'
import type {
  ApplicationPage,
  AskedKeptOfMany,
  AskedNoteOfMany,
  KeptOfMany,
  Selected,
} from '../desk-api.ts'
import { AgreeDialog, usePlainAgreement } from './agree-dialog.tsx'
import { sendDesk } from './ask-desk.ts'
import { usePerson } from './desk-frame.tsx'
import { ChoiceOfOne } from './list-and-one.tsx'

/** What is kept of many alike; no applicant is told. */
export type KeptAct = 'note' | 'tags' | 'assignee'

type Props = {
  act: KeptAct
  selected: readonly Selected[]
  onDone: (sentence: string, rows: KeptOfMany['rows']) => void
  onClose: () => void
}

/** Adds a note, adds or takes away a tag, or says who has them, of many at once. */
export function KeptOfManyDialog({ act, selected, onDone, onClose }: Props) {
  const [text, setText] = useState('')
  const [isRemoved, setIsRemoved] = useState(false)
  // After the dialog has opened at its heading.
  useEffect(() => document.querySelector<HTMLElement>('#word-of-many')?.focus(), [])
  const typed = text.trim()
  const isReady = typed !== '' || (act === 'assignee' && isRemoved)
  const count = selected.length

  const agreement = usePlainAgreement(isReady, async () => {
    const [path, body] = askedFor(act, selected, isRemoved ? { without: typed } : { typed })
    const { rows } = await sendDesk<KeptOfMany>(`/api/selected/${path}`, body)
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
            <KeptWord act={act} value={text} onType={setText} />
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

type WordProps = { act: 'tags' | 'assignee'; value: string; onType: (value: string) => void }

/** A tag or a name, with those that there are. */
function KeptWord({ act, value, onType }: WordProps) {
  const { list } = useLoaderData<{ list: ApplicationPage }>()
  const { name } = usePerson()
  const words = act === 'tags' ? list.tags : list.people
  return (
    <div className="grid gap-1.5">
      <label htmlFor="word-of-many" className="font-semibold">
        {act === 'tags' ? 'Tag' : 'Who has it'}
      </label>
      <input
        id="word-of-many"
        list="words-of-many"
        autoComplete="off"
        value={value}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        className="control"
      />
      <datalist id="words-of-many">
        {words.map((word) => (
          <option key={word}>{word}</option>
        ))}
      </datalist>
      {act === 'assignee' ? (
        <button
          type="button"
          onClick={() => onType(name)}
          className="desk-button justify-self-start"
        >
          I have it
        </button>
      ) : null}
    </div>
  )
}

/** Whose other tags there are does not matter; who has it must be as it was seen. */
function askedFor(
  act: KeptAct,
  selected: readonly Selected[],
  what: { typed: string } | { without: string },
): [path: string, body: AskedNoteOfMany | AskedKeptOfMany] {
  const of = selected.map(({ id }) => ({ id }))
  if (act === 'note') return ['note', { of, note: 'typed' in what ? what.typed : '' }]
  if (act === 'tags') {
    const tag = 'typed' in what ? { add: what.typed } : { remove: what.without }
    return ['kept', { of, wanted: { fact: act, ...tag } }]
  }
  const seen = selected.map(({ id, assignee }) => ({ id, seen: assignee }))
  return ['kept', { of: seen, wanted: { fact: act, to: 'typed' in what ? what.typed : null } }]
}
