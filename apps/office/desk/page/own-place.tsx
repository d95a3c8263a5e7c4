import { KeyRound, LogOut } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { DeskLink } from './desk-link.tsx'
import { sendDesk } from './ask-desk.ts'

const look =
  'flex min-h-11 min-w-11 items-center justify-center -outline-offset-3 hover:bg-current/10 forced-colors:border-[Canvas]'

/** In the header of the desk that the staff sign in to: to one's passkeys, and out. */
export function OwnPlace({ say }: { say: (sentence: string) => void }) {
  const signOut = async () => {
    try {
      await sendDesk('/api/sign-out', {})
    } catch (error) {
      return say(`You are still signed in. ${(error as Error).message}`)
    }
    // What was looked for is nobody else's.
    sessionStorage.clear()
    location.assign('/')
  }
  return (
    <p className="flex shrink-0 items-stretch">
      <DeskLink to="/passkeys" aria-label="Passkeys" title="Passkeys" className={look}>
        <Icon of={KeyRound} className="size-4" />
      </DeskLink>
      <button
        type="button"
        aria-label="Sign out"
        title="Sign out"
        onClick={() => void signOut()}
        className={look}
      >
        <Icon of={LogOut} className="size-4" />
      </button>
    </p>
  )
}
