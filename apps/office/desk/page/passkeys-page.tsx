import { useLoaderData } from 'react-router'
import { timeInIndia } from '@naic/store/sheets/indian-day.ts'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import type { OwnPasskey } from '../desk-api.ts'
import { readShown, sendDesk } from './ask-desk.ts'
import { useTell } from './desk-frame.tsx'
import { makePasskey } from './sign-in.tsx'
import { useAttempt } from './use-attempt.ts'

export const loadPasskeys = () => readShown<OwnPasskey[]>('/api/passkeys')

/** The passkeys of the person who is here: one for each computer or phone. */
export function PasskeysPage() {
  const passkeys = useLoaderData<typeof loadPasskeys>()
  const { attempt, failure } = useAttempt()
  const tell = useTell()

  const act = (work: () => Promise<string>) => attempt(async () => tell(await work()))
  const add = async () => {
    const options = await sendDesk<Parameters<typeof makePasskey>[0]>('/api/passkeys/options', {})
    await sendDesk('/api/passkeys', { response: await makePasskey(options) })
    return 'The passkey was added.'
  }
  const remove = async (id: string) => {
    await sendDesk(`/api/passkeys/${encodeURIComponent(id)}/remove`, {})
    return 'The passkey was removed: it opens the desk no more.'
  }

  return (
    <div className="grid content-start gap-4 p-4 lg:p-6">
      <title>Passkeys · The council's desk</title>
      <h1 className="text-heading">Passkeys</h1>
      <p className="max-w-text">
        With a second one, on your phone or another computer, you can still come in if you lose the
        first.
      </p>
      <ul className="border-hairline max-w-text border-t">
        {passkeys.map(({ id, addedAt, usedAt, isInUse }) => (
          <li
            key={id}
            className="border-hairline flex flex-wrap items-center justify-between gap-3 border-b py-2"
          >
            <span>
              Added {timeInIndia(addedAt)}
              {usedAt ? `, last used ${timeInIndia(usedAt)}` : ', not used yet'}
              {isInUse ? <strong> · in use here</strong> : null}
            </span>
            {isInUse ? null : (
              <Button type="button" look="quiet" onClick={() => void act(() => remove(id))}>
                Remove it
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FailureNotice title="This was not done.">{failure}</FailureNotice>
      <p>
        <Button type="button" look="outline" onClick={() => void act(add)}>
          Add a passkey
        </Button>
      </p>
    </div>
  )
}
