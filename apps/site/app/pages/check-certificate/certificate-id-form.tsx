import words from '@naic/content/verification.json' with { type: 'json' }
import { certificateIdLimit } from '@naic/admissions/forms/certificate-id.ts'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { FieldFrame } from '@naic/ui/field.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { useBusyButton } from '@naic/ui/use-busy-button.ts'
import { useHydrated } from '@naic/ui/use-hydrated.ts'
import { useCertificateId } from './use-certificate-id.ts'

/** Without JavaScript it asks the server, which cleans the ID alike and leads on. */
export function CertificateIdForm() {
  const { input, isEmpty, state, onInput, onSubmit } = useCertificateId()
  const verifying = state === 'verifying'
  const button = useBusyButton(verifying)
  const checks = useHydrated()
  return (
    <form
      method="get"
      action="/verification"
      onSubmit={onSubmit}
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
    >
      <FieldFrame
        name="id"
        label="Certificate ID"
        hint={`Letters and digits, at most ${certificateIdLimit}.`}
        error={undefined}
        required
      >
        {(described) => (
          <input
            {...described}
            ref={input}
            type="text"
            required
            readOnly={verifying}
            onInput={onInput}
            onCompositionEnd={onInput}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            className="control min-h-14 font-mono text-xl tracking-[0.12em] uppercase"
          />
        )}
      </FieldFrame>
      <Button
        ref={button}
        type="submit"
        disabled={checks && (isEmpty || verifying)}
        className="w-full"
      >
        {verifying ? <Spinner /> : null}
        {verifying ? 'Verifying...' : 'Verify Certificate'}
      </Button>
      {state === 'unreachable' ? (
        <FailureNotice title={words.unreachable.title}>{words.unreachable.text}</FailureNotice>
      ) : null}
      <p role="status" className="sr-only">
        {verifying ? words.looking : ''}
      </p>
    </form>
  )
}
