import { certificateIdLimit } from '#forms/certificate-id.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useCertificateId } from './use-certificate-id.ts'

/** Without JavaScript it asks the server, which cleans the ID alike and leads on. */
export function CertificateIdForm() {
  const { input, isEmpty, verifying, onInput, onSubmit } = useCertificateId()
  const checks = useHydrated()
  return (
    <form method="get" action="/verification" onSubmit={onSubmit} className="grid gap-6">
      <TextField
        ref={input}
        name="id"
        label="Certificate ID"
        hint={`Letters and digits, at most ${certificateIdLimit}.`}
        error={undefined}
        required
        readOnly={verifying}
        onInput={onInput}
        onCompositionEnd={onInput}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
      />
      <Button type="submit" disabled={checks && (isEmpty || verifying)} className="w-full">
        {verifying ? <Spinner /> : null}
        {verifying ? 'Verifying...' : 'Verify Certificate'}
      </Button>
      <p role="status" className="sr-only">
        {verifying ? 'Verifying...' : ''}
      </p>
    </form>
  )
}
