import { NotSentNotice } from '#app/form-parts/not-sent-notice.tsx'
import { Button } from '#app/ui/button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { ApplicationState } from './use-application.ts'

/** The button, which says what is missing, and what is to be said of the sending itself. */
export function SubmitArea({ application }: { application: ApplicationState }) {
  const { phase, agreed, hasErrors } = application
  // Without JavaScript nothing here could change: then the button is simply there, and the
  // server says what is missing.
  const checks = useHydrated()
  const sending = phase.state === 'sending'
  const blocked = checks && (hasErrors || !agreed)

  return (
    <div className="grid gap-4">
      {phase.state === 'failed' ? (
        <NotSentNotice
          title="Your application was not sent."
          detail={phase.detail}
          button={label(false, false)}
        />
      ) : null}
      {/* Disabled for assistive technology, yet it can be reached and says why when pressed. */}
      <Button
        type="submit"
        aria-disabled={blocked || sending}
        className="w-full md:w-auto md:justify-self-start"
      >
        {sending ? <Spinner /> : null}
        {sending ? 'Submitting...' : label(blocked, hasErrors)}
      </Button>
      {sending ? <Progress share={phase.share} /> : null}
    </div>
  )
}

function label(blocked: boolean, hasErrors: boolean): string {
  if (!blocked) return 'Submit Application'
  return hasErrors ? 'Please fix form errors' : 'Please agree to terms first'
}

function Progress({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div>
      <progress
        aria-label="Upload"
        value={percent}
        max={100}
        className="[&::-moz-progress-bar]:bg-peacock [&::-webkit-progress-bar]:bg-ink-pale [&::-webkit-progress-value]:bg-peacock bg-ink-pale h-2 w-full appearance-none overflow-hidden rounded-full"
      />
      <p className="text-ink-soft text-sm">
        {percent < 100
          ? `${percent}% uploaded. Please keep this page open.`
          : 'Uploaded. Please wait until we have stored it.'}
      </p>
    </div>
  )
}
