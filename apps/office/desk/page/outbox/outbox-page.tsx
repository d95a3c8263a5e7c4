import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { useState } from 'react'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import type { LetterPage, OneLetter } from '#desk/shapes.ts'
import { sendDesk } from '../ask-desk.ts'
import { ChoiceOfOne } from '../choice-of-one.tsx'
import { readListAndOne } from '../read-list-and-one.ts'
import { say } from '../said.ts'
import { useChoices } from '../use-choices.ts'
import { LetterTable } from './letter-table.tsx'
import { ReadLetter } from './read-letter.tsx'

const states = [
  { value: '', name: 'not sent' },
  { value: 'waiting', name: 'waiting' },
  { value: 'refused-for-now', name: 'refused for now' },
  { value: 'refused-for-good', name: 'refused for good' },
  { value: 'given-up', name: 'given up' },
  { value: 'held-back', name: 'held back' },
  { value: 'sent', name: 'sent' },
  { value: 'all', name: 'all' },
]

export const loadOutbox = ({ request }: LoaderFunctionArgs) =>
  readListAndOne<LetterPage, OneLetter>('/api/letters', new URL(request.url).searchParams)

/** Letters that were not sent, why, and one that is read. */
export function OutboxPage() {
  const { list, opened } = useLoaderData<typeof loadOutbox>()
  const [search, choose] = useChoices()
  const [failure, setFailure] = useState<string>()
  const { revalidate } = useRevalidator()

  async function send(path: string, asked: unknown): Promise<void> {
    try {
      const { again } = await sendDesk<{ again: number }>(path, asked)
      say(`${again} ${again === 1 ? 'letter goes' : 'letters go'} out again within half a minute.`)
      setFailure(undefined)
      await revalidate()
    } catch (error) {
      setFailure((error as Error).message)
    }
  }

  const { letters, total } = list
  const isAnyRefused = letters.some(({ why }) => why !== null)
  return (
    <div className="wrap grid gap-6 py-8">
      <title>Outbox · The council's desk</title>
      <h1 className="text-title">Outbox</h1>
      <ChoiceOfOne
        name="state"
        label="Which letters"
        options={states}
        value={search.get('state') ?? ''}
        onChoose={(state) => choose({ state })}
      />
      <p role="status">
        {total === 0
          ? search.get('state')
            ? 'There is none.'
            : 'All letters were sent.'
          : letters.length < total
            ? `The newest ${letters.length} of ${total}.`
            : `${total} ${total === 1 ? 'letter' : 'letters'}, newest first.`}
      </p>
      {failure ? <FailureNotice title="This was not done.">{failure}</FailureNotice> : null}
      {isAnyRefused ? (
        <p>
          <Button look="outline" onClick={() => void send('/api/letters/retry', { ids: 'all' })}>
            Send all that were refused again
          </Button>
        </p>
      ) : null}
      {opened ? (
        <ReadLetter
          letter={opened.letter}
          onAgain={(id, to) => void send(`/api/letters/${id}/again`, { to })}
        />
      ) : null}
      {letters.length > 0 ? <LetterTable letters={letters} /> : null}
    </div>
  )
}
