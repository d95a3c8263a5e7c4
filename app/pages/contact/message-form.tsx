import { errorsInOrder, fieldsOfForm } from '#app/form-parts/form-fields.ts'
import { Honeypot } from '#app/form-parts/honeypot.tsx'
import { NotSentNotice } from '#app/form-parts/not-sent-notice.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { useBusyButton } from '#app/ui/use-busy-button.ts'
import { contactLabels as labels, contactSchema } from '#forms/contact-form.ts'
import type { MessageState } from './use-message.ts'

export function MessageForm({ message }: { message: MessageState }) {
  const { ref, posted, errors, refusals, phase, onChange, submit } = message
  const wasRefused = posted?.state === 'refused'
  const sending = phase.state === 'sending'
  const button = useBusyButton(sending)
  const field = fieldsOfForm({ schema: contactSchema, labels, errors, posted })

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
          errors={errorsInOrder(labels, errors)}
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
        <NotSentNotice
          title="Your message was not sent."
          detail={phase.detail}
          button="Send Message"
        />
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
