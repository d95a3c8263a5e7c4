import { useEffect, useState } from 'react'
import {
  EmailField,
  FormHead,
  FormSent,
  Honeypot,
  NotSentNotice,
} from '#app/form-parts/form-parts.tsx'
import { SentFromHere } from '#app/form-parts/sent-from-here.tsx'
import { useForm } from '#app/form-parts/use-form.ts'
import type { PostedForm } from '#app/server-context/load-context.ts'
import {
  type ContactField,
  contactLabels,
  contactSchema,
} from '@naic/admissions/forms/contact-form.ts'
import words from '@naic/content/en/contact.json' with { type: 'json' }
import hereWords from '@naic/content/en/sent-from-here.json' with { type: 'json' }
import sentWords from '@naic/content/en/message-sent.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { Button } from '@naic/ui/button.tsx'
import { ErrorSummary } from '@naic/ui/error-summary.tsx'
import { TextAreaField, TextField } from '@naic/ui/field.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { useBusyButton } from '@naic/ui/use-busy-button.ts'

/** The form, and what takes its place until another message is begun. */
export function MessageForm({ posted }: { posted: PostedForm | undefined }) {
  const [begun, setBegun] = useState(1)
  return (
    <Message
      key={begun}
      posted={begun === 1 ? posted : undefined}
      isAgain={begun > 1}
      startAgain={() => setBegun(begun + 1)}
    />
  )
}

type Message = Parameters<typeof MessageForm>[0] & { isAgain: boolean; startAgain: () => void }

function Message({ posted, isAgain, startAgain }: Message) {
  const { form, field, errorsInOrder, refusals, phase, put } = useForm<ContactField>({
    schema: contactSchema,
    labels: contactLabels,
    draftKey: 'message-draft',
    address: '/api/contact/',
    page: '/contact',
    notSent: [],
    posted,
    success: { ...words.toasts.success, tone: 'success' },
    // Specified as destructive is only what the application's form says.
    failure: { ...words.toasts.failure, tone: 'warning' },
  })
  const { ref } = form
  const sending = phase.state === 'sending'
  const button = useBusyButton(sending)

  // The button that was pressed for another message is gone, and the focus with it.
  useEffect(() => {
    if (isAgain) ref.current?.querySelector('input')?.focus()
  }, [isAgain, ref])

  if (phase.state !== 'accepted')
    return (
      <form {...form} className="grid gap-6">
        <FormHead title={words.form} />
        <SentFromHere
          onWrite={(reference) => {
            put('subject', fill(hereWords.subject, { reference }))
            ref.current?.querySelector('textarea')?.focus()
          }}
        />
        {refusals > 0 ? <ErrorSummary errors={errorsInOrder} focusOn={refusals} /> : null}
        <div className="grid gap-6 md:grid-cols-2">
          <TextField {...field('name')} />
          <EmailField {...field('email')} onTake={(address) => put('email', address)} />
        </div>
        <TextField {...field('subject')} />
        <TextAreaField {...field('message')} rows={7} />
        <Honeypot />
        {phase.state === 'failed' ? (
          <NotSentNotice title={words.notSent} detail={phase.detail} button={words.button.send} />
        ) : null}
        <Button
          ref={button}
          type="submit"
          disabled={sending}
          className="w-full md:w-auto md:justify-self-start"
        >
          {sending ? <Spinner /> : null}
          {sending ? words.button.sending : words.button.send}
        </Button>
      </form>
    )
  return (
    <FormSent sent={phase} says={sentWords}>
      {/* Without JavaScript the form is a page away. */}
      <form
        method="get"
        action="/contact"
        onSubmit={(event) => {
          event.preventDefault()
          startAgain()
        }}
      >
        <Button type="submit" look="outline">
          {sentWords.again}
        </Button>
      </form>
    </FormSent>
  )
}
