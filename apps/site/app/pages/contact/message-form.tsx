import { type FormEvent, useEffect, useState } from 'react'
import { errorsInOrder, fieldsOfForm, typedTexts } from '#app/form-parts/form-fields.ts'
import { Honeypot, NotSentNotice } from '#app/form-parts/form-parts.tsx'
import { useCheckedForm } from '#app/form-parts/use-checked-form.ts'
import { type Announcement, fixErrors, useSubmission } from '#app/form-parts/use-submission.ts'
import type { PostedForm } from '#app/server-context/load-context.ts'
import { apiUrl } from '#app/server-context/site-settings.ts'
import { Button } from '@naic/ui/button.tsx'
import { ErrorSummary } from '@naic/ui/error-summary.tsx'
import { TextAreaField, TextField } from '@naic/ui/field.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { toast } from '@naic/ui/toast.ts'
import { useBusyButton } from '@naic/ui/use-busy-button.ts'
import { check } from '@naic/admissions/forms/check.ts'
import {
  type ContactField,
  contactLabels,
  contactSchema,
  contactLabels as labels,
} from '@naic/admissions/forms/contact-form.ts'
import { honeypotField } from '@naic/admissions/forms/honeypot.ts'

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

type MessageState = ReturnType<typeof useMessage>

/**
 * The contact form's way from editing to sent, and to the next message.
 *
 * @param posted what came of a plain form post that this page answers.
 */
export function useMessage(posted: PostedForm | undefined) {
  const form = useCheckedForm<ContactField>({
    check: checkMessage,
    draftKey: 'message-draft',
    notInDraft: [honeypotField],
    errorsAtFirst: posted?.state === 'refused' ? posted.errors : {},
  })
  const submission = useSubmission<ContactField>({
    form,
    address: `${apiUrl()}/api/contact/`,
    schema: contactSchema,
    labels: contactLabels,
    notSent: [],
    posted,
    objection: (_shown, all) => (Object.keys(all).length > 0 ? fixErrors : undefined),
    announce: toast,
    success,
    failure,
  })

  /** How many messages were sent before this one. */
  const [earlier, setEarlier] = useState(0)
  const { ref } = form

  function startAgain(event: FormEvent) {
    event.preventDefault()
    form.reset()
    submission.startAgain()
    setEarlier(earlier + 1)
  }

  // The button that was pressed is gone, and the focus with it.
  useEffect(() => {
    if (earlier > 0) ref.current?.querySelector('input')?.focus()
  }, [earlier, ref])

  return {
    ...form,
    ...submission,
    startAgain,
    /** Only the first message can be one that was posted. */
    posted: earlier === 0 ? posted : undefined,
  }
}

function checkMessage(data: FormData) {
  const checked = check(contactSchema, typedTexts(data))
  return checked.ok ? {} : checked.errors
}

const success: Announcement = {
  title: 'Message Sent',
  lines: ["Thank you for your message. We'll get back to you soon!"],
  tone: 'success',
}

const failure: Announcement = {
  title: 'Message Not Sent',
  lines: ['There was an error sending your message. Please check your inputs and try again.'],
  tone: 'destructive',
}
