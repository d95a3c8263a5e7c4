import { type FormEvent, useEffect, useState } from 'react'
import { typedTexts } from '#app/form-parts/form-fields.ts'
import { useCheckedForm } from '#app/form-parts/use-checked-form.ts'
import { type Announcement, fixErrors, useSubmission } from '#app/form-parts/use-submission.ts'
import type { PostedForm } from '#app/server-context/load-context.ts'
import { apiUrl } from '#app/server-context/site-address.ts'
import { toast } from '#app/ui/toast.ts'
import { check } from '#forms/check.ts'
import { type ContactField, contactLabels, contactSchema } from '#forms/contact-form.ts'
import { honeypotField } from '#forms/honeypot.ts'

export type MessageState = ReturnType<typeof useMessage>

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
