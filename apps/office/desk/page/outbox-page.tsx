import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { timeInIndia } from '@naic/platform/sheets/indian-day.ts'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { TextField } from '@naic/ui/field.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import type { LetterPage, OneLetter, StoredLetter } from '../desk-api.ts'
import { sendDesk } from './ask-desk.ts'
import { useMay, useSay } from './desk-frame.tsx'
import { DeskTable } from './desk-table.tsx'
import { changed, ChoiceOfOne, readListAndOne, useChoices } from './list-and-one.tsx'

export const loadOutbox = ({ request }: LoaderFunctionArgs) =>
  readListAndOne<LetterPage, OneLetter>('/api/letters', new URL(request.url).searchParams)

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

const columns = ['Subject', 'To', 'State', 'When', 'Tries', 'Why']

/** Letters that were not sent and why; one of them read, or sent again. */
export function OutboxPage() {
  const { list, opened } = useLoaderData<typeof loadOutbox>()
  const [search, choose] = useChoices()
  const [failure, setFailure] = useState<string>()
  const { revalidate } = useRevalidator()
  const say = useSay()
  const mayReview = useMay('review')

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
        {letters.length < total
          ? `The newest ${letters.length} of ${total}.`
          : `${total} ${total === 1 ? 'letter' : 'letters'}.`}
      </p>
      {failure ? <FailureNotice title="This was not done.">{failure}</FailureNotice> : null}
      {mayReview && letters.some(({ why }) => why !== null) ? (
        <p>
          <Button look="outline" onClick={() => void send('/api/letters/retry', { ids: 'all' })}>
            Send all that were refused again
          </Button>
        </p>
      ) : null}
      {opened?.letter ? (
        <ReadLetter
          key={opened.letter.id + opened.letter.to.address}
          letter={opened.letter}
          onAgain={(to) => void send(`/api/letters/${opened.letter?.id}/again`, { to })}
        />
      ) : null}
      <DeskTable name="Letters" columns={columns}>
        {letters.map(({ id, subject, to, state, at, attempts, why }) => (
          <tr key={id} className="border-hairline border-b align-top">
            <th scope="row" className="py-2 pr-4 font-medium">
              <SiteLink to={{ search: changed(search, { open: id }).toString() }} className="link">
                {subject}
              </SiteLink>
            </th>
            <td className="py-2 pr-4">{to.address}</td>
            <td className="py-2 pr-4 whitespace-nowrap">{state.replaceAll('-', ' ')}</td>
            <td className="py-2 pr-4 whitespace-nowrap">{timeInIndia(at)}</td>
            <td className="py-2 pr-4 tabular-nums">{attempts}</td>
            <td className="py-2">{why}</td>
          </tr>
        ))}
      </DeskTable>
    </div>
  )
}

/** @param onAgain called with an address that is not the letter's own, or undefined. */
type LetterProps = { letter: StoredLetter; onAgain: (to: string | undefined) => void }

function ReadLetter({ letter: { to, subject, body, state, at, why }, onAgain }: LetterProps) {
  const [address, setAddress] = useState(to.address)
  const mayReview = useMay('review')
  return (
    <section aria-label="Letter" className="border-hairline max-w-text rounded-lg border">
      <div className="border-hairline bg-warm grid gap-1 border-b p-4">
        <h2 className="text-lg">{subject}</h2>
        <p>
          To {to.name} &lt;{to.address}&gt;
        </p>
        <p className="text-sm">
          {state.replaceAll('-', ' ')}, {timeInIndia(at)}
          {why ? `: ${why}` : null}
        </p>
        {state === 'held-back' || to.address === '' || !mayReview ? null : (
          <form
            className="flex flex-wrap items-end gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              onAgain(address === to.address ? undefined : address)
            }}
          >
            <TextField
              name="to-address"
              label="To the address"
              type="email"
              required
              error={undefined}
              value={address}
              onChange={({ currentTarget }) => setAddress(currentTarget.value)}
            />
            <Button look="outline">
              {state === 'sent' ? 'Send it once more' : 'Send it again now'}
            </Button>
          </form>
        )}
      </div>
      <p className="p-4 whitespace-pre-wrap">{body}</p>
    </section>
  )
}
