import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { Fingerprint } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { LatticeStar } from '@naic/ui/lattice-star.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'

/**
 * How the staff come in at the desk that is served to them. It stands over the page and not in its place:
 * whatever was being typed when a session ended is still there afterwards.
 */

/** Who was here last, in this tab. */
let cameIn: string | undefined
let asking: Promise<void> | undefined

/** Asks somebody to sign in, once for all requests that wait for it. @returns when they have. */
export function signIn(): Promise<void> {
  asking ??= ask({ isAgain: cameIn !== undefined }).finally(() => (asking = undefined))
  return asking
}

/** Lets somebody in who opened the address of an invitation. It stays in the address until it is answered. */
export async function answerInvitation(): Promise<void> {
  const invitation = /^#invitation=([\w-]+)$/.exec(location.hash)?.[1]
  if (invitation !== undefined) await ask({ isAgain: false, invitation })
}

/** Says who is here, so that it is noticed if somebody else signs in over their page. */
export const isHere = (name: string): void => void (cameIn = name)

type Asked = { isAgain: boolean; invitation?: string }

async function ask(asked: Asked): Promise<void> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const name = await new Promise<string>((resolve) => {
    root.render(<SignIn {...asked} onIn={resolve} />)
  })
  root.unmount()
  place.remove()
  if (asked.invitation) history.replaceState(null, '', '/')
  const isOther = cameIn !== undefined && cameIn !== name
  cameIn = name
  if (!isOther) return
  // Nobody goes on with what another person has begun.
  sessionStorage.clear()
  location.reload()
  await new Promise(() => undefined)
}

type Props = Asked & { onIn: (name: string) => void }

function SignIn({ isAgain, invitation, onIn }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [invited, setInvited] = useState(invitation)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])

  async function comeIn(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      onIn(invited === undefined ? await withPasskey() : await accept(invited))
    } catch (error) {
      setBusy(false)
      setFailure((error as Error).message)
      if (error instanceof Refused) setInvited(undefined)
    }
  }

  const { heading, says, button, help } = wordsFor({ isAgain, isInvited: invited !== undefined })
  return (
    <dialog
      ref={dialog}
      aria-labelledby="sign-in-title"
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
      className={`bg-paper text-ink border-control m-auto w-[min(30rem,94vw)] rounded-lg border p-6 ${isAgain ? 'backdrop:bg-ink-deep/60' : 'backdrop:bg-ink'}`}
    >
      <div className="grid gap-4">
        <p className="border-hairline -mx-6 -mt-6 flex items-center gap-3 border-b bg-warm px-6 py-3">
          <LatticeStar className="text-marigold size-6 shrink-0" />
          <span className="font-heading text-lg leading-tight">{organisation.name}</span>
        </p>
        <h1 id="sign-in-title" className="text-heading">
          {heading}
        </h1>
        {browserSupportsWebAuthn() ? (
          <>
            <p>{says}</p>
            <FailureNotice title="This did not work.">{failure}</FailureNotice>
            <p className="flex flex-wrap items-center gap-4">
              <Button type="button" autoFocus aria-disabled={isBusy} onClick={() => void comeIn()}>
                <Icon of={Fingerprint} className="size-5" />
                {button}
              </Button>
              <span role="status" className="flex items-center gap-2">
                {isBusy ? (
                  <>
                    <Spinner /> Waiting for your passkey…
                  </>
                ) : null}
              </span>
            </p>
            <p className="text-ink-soft text-sm">{help}</p>
          </>
        ) : (
          <FailureNotice title="This browser has no passkeys.">{noPasskeys}</FailureNotice>
        )}
      </div>
    </dialog>
  )
}

const noPasskeys =
  'Open the desk in a newer Chrome, Edge, Firefox or Safari, at the address that you were given.'

function wordsFor({ isAgain, isInvited }: { isAgain: boolean; isInvited: boolean }) {
  if (isInvited) {
    return {
      heading: 'Welcome to the council’s desk',
      says: 'You were invited. Make a passkey, which is how you sign in from now on: with your finger, your face, or the PIN of this computer. It stays with you, and there is no password.',
      button: 'Make my passkey',
      help: 'Only on a computer or phone that nobody else uses in your name.',
    }
  }
  return {
    heading: isAgain ? 'Please sign in again' : 'The council’s desk',
    says: isAgain
      ? 'Your session has ended: after half an hour of rest, after twelve hours, or since somebody ended it. Nothing that you have typed is lost.'
      : 'For the staff of the council. Sign in with your passkey.',
    button: 'Sign in with my passkey',
    help: 'No passkey yet, or lost it? The person who runs the council’s server can invite you.',
  }
}

/** The invitation lets nobody in here: what is left is to sign in. */
class Refused extends Error {}

/** @returns the person's name. @throws an error with a sentence for the person. */
async function withPasskey(): Promise<string> {
  const optionsJSON = await send<PublicKeyCredentialRequestOptionsJSON>('/api/sign-in/options', {})
  const response = await fromBrowser(() => startAuthentication({ optionsJSON }))
  return (await send<{ name: string }>('/api/sign-in', { response })).name
}

async function accept(invitation: string): Promise<string> {
  type Invited = { options: PublicKeyCredentialCreationOptionsJSON }
  const { options } = await send<Invited>('/api/invitation/options', { invitation })
  const response = await makePasskey(options)
  return (await send<{ name: string }>('/api/invitation', { invitation, response })).name
}

export const makePasskey = (optionsJSON: PublicKeyCredentialCreationOptionsJSON) =>
  fromBrowser(() => startRegistration({ optionsJSON }))

async function fromBrowser<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    throw new Error(sentenceFor(error as Error), { cause: error })
  }
}

/** @throws Refused if there is a passkey already. */
function sentenceFor(error: Error): string {
  const code = error instanceof WebAuthnError ? error.code : undefined
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    throw new Refused('There is a passkey of yours for the desk here already. Sign in with it.')
  }
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID') {
    return 'This is not the address of the desk. Open it at the address that you were given.'
  }
  if (code?.startsWith('ERROR_AUTHENTICATOR')) {
    return 'This device cannot keep a passkey that asks for your finger, face or PIN. Switch on the lock of its screen, or use your phone.'
  }
  if (error.name === 'NotAllowedError' || code === 'ERROR_CEREMONY_ABORTED') {
    return 'No passkey was used: there is none of yours in this browser, or the window was closed. Try again; a passkey on your phone works here too.'
  }
  return `The browser could not use a passkey (${error.message}).`
}

/** @throws Refused if the desk says no before there is an answer of a passkey; Error otherwise. */
async function send<Answer>(path: string, body: unknown): Promise<Answer> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error(
      'The desk does not answer. See whether this computer is in the office’s network.',
    )
  })
  const read = (await answer.json().catch(() => ({}))) as Answer & { detail?: string }
  if (answer.ok) return read
  const sentence = read.detail ?? `The desk answered ${answer.status}.`
  // One that was not accepted can be made again.
  throw new (answer.status === 403 && path.endsWith('/options') ? Refused : Error)(sentence)
}
