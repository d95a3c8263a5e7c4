import { Honeypot } from '#app/form-parts/honeypot.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { FailureNotice } from '#app/ui/failure-notice.tsx'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { useBusyButton } from '#app/ui/use-busy-button.ts'
import { type ContactField, contactFields, contactLabels as labels } from '#forms/contact-form.ts'
import type { MessageState } from './use-message.ts'

export function MessageForm({ message }: { message: MessageState }) {
  const { ref, posted, errors, refusals, phase, onChange, submit } = message
  const wasRefused = posted?.state === 'refused'
  const sending = phase.state === 'sending'
  const button = useBusyButton(sending)
  const values = posted && 'values' in posted ? posted.values : {}

  const field = (name: ContactField) => ({
    name,
    label: labels[name],
    error: errors[name]?.[0],
    required: true,
    ...(values[name] === undefined ? {} : { defaultValue: values[name] }),
  })

  return (
    <form
      ref={ref}
      method="post"
      action="/contact"
      encType="multipart/form-data"
      noValidate
      onChange={onChange}
      onSubmit={submit}
      className="grid gap-6"
    >
      <div>
        <h2 className="text-heading">Send us a Message</h2>
        <p className="text-ink-soft">
          Fields marked with <span className="text-error">*</span> are required.
        </p>
      </div>
      {refusals > 0 || wasRefused ? (
        <ErrorSummary
          errors={contactFields.flatMap((name) => {
            const problem = errors[name]?.[0]
            return problem ? [[name, problem]] : []
          })}
          focusOn={refusals + (wasRefused ? 1 : 0)}
        />
      ) : null}
      <div className="grid gap-6 md:grid-cols-2">
        <TextField {...field('name')} autoComplete="name" />
        <TextField
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
        />
      </div>
      <TextField {...field('subject')} />
      <TextAreaField {...field('message')} rows={7} />
      <Honeypot />
      {phase.state === 'failed' ? (
        <FailureNotice title="Your message was not sent.">{phase.detail}</FailureNotice>
      ) : null}
      <Button
        ref={button}
        type="submit"
        disabled={sending}
        className="w-full md:w-auto md:justify-self-start"
      >
        {sending ? <Spinner /> : null}
        {sending ? 'Sending...' : 'Send Message'}
      </Button>
    </form>
  )
}
