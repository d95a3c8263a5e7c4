import { type FormEvent, useState } from 'react'
import { type SendOutcome, sendForm } from '#app/form/send-form.ts'
import { useCheckedForm } from '#app/form/use-checked-form.ts'
import { apiUrl } from '#app/seam/site-address.ts'
import type { PostedForm } from '#app/seam/load-context.ts'
import { toast } from '#app/ui/toast.ts'
import {
  type ApplicationField,
  applicationFields,
  applicationLabels,
} from '#forms/application-form.ts'
import type { FieldErrors } from '#forms/check.ts'
import { honeypotField } from '#forms/honeypot.ts'
import { checkApplication } from './check-application.ts'

export type Phase =
  | { state: 'editing' }
  /** @member share of the body that has been sent, 0 to 1. */
  | { state: 'sending'; share: number }
  | { state: 'failed'; detail: string }
  | { state: 'submitted' }

export type ApplicationState = ReturnType<typeof useApplication>

const noAnswer =
  'We could not reach the server. Please check your connection and send it again: nothing you typed is lost.'

/**
 * The application form's way from editing to submitted.
 *
 * @param posted what came of a plain form post that this page answers.
 */
export function useApplication(posted: PostedForm | undefined) {
  const form = useCheckedForm<ApplicationField>({
    check: checkApplication,
    draftKey: 'application-draft',
    notInDraft: [honeypotField],
    errorsAtFirst: posted?.state === 'refused' ? posted.errors : {},
  })
  const [phase, setPhase] = useState<Phase>(phaseAtFirst(posted))
  const [attempts, setAttempts] = useState(0)

  const agreed = form.seen
    ? form.seen.has('agreeToTerms')
    : posted !== undefined && 'values' in posted && 'agreeToTerms' in posted.values
  const hasErrors = hasFieldErrors(form.errors)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (phase.state === 'sending') return
    const data = new FormData(event.currentTarget)
    const errors = form.revealAll()
    if (!agreed && !hasErrors) toastAgreementRequired()
    else if (hasErrors || hasFieldErrors(errors)) toastFixErrors()
    else {
      void send(data)
      return
    }
    setAttempts(attempts + 1)
  }

  async function send(data: FormData) {
    data.delete('agreeToTerms')
    for (const optional of ['linkedin', 'message', honeypotField]) {
      if (data.get(optional) === '') data.delete(optional)
    }
    setPhase({ state: 'sending', share: 0 })
    const outcome = await sendForm(`${apiUrl()}/api/internship/apply/`, data, {
      fields: applicationFields,
      idempotencyKey: form.idempotencyKey(),
      onProgress: (share) => setPhase({ state: 'sending', share }),
    })
    finish(outcome)
  }

  function finish(outcome: SendOutcome) {
    if (outcome.state === 'accepted') {
      form.forget()
      setPhase({ state: 'submitted' })
      toastSubmitted()
    } else if (outcome.state === 'refused') {
      form.showServerErrors(
        Object.fromEntries(
          Object.entries(outcome.errors).map(([field, message]) => [field, [message]]),
        ) as FieldErrors<ApplicationField>,
      )
      setPhase({ state: 'editing' })
      setAttempts((count) => count + 1)
      toastValidationError(outcome.errors)
    } else {
      setPhase({ state: 'failed', detail: outcome.detail ?? noAnswer })
      toastSubmissionFailed()
    }
  }

  return { ...form, phase, agreed, hasErrors, attempts, submit }
}

function phaseAtFirst(posted: PostedForm | undefined): Phase {
  if (posted?.state === 'accepted') return { state: 'submitted' }
  if (posted?.state === 'failed') return { state: 'failed', detail: posted.detail }
  return { state: 'editing' }
}

/** The box for the terms has a label and a toast of its own. */
function hasFieldErrors(errors: FieldErrors<ApplicationField>): boolean {
  return Object.keys(errors).some((field) => field !== 'agreeToTerms')
}

const toastFixErrors = () =>
  toast({
    title: 'Please fix the form errors',
    lines: ['Fill in all required fields before submitting.'],
    destructive: true,
  })

const toastAgreementRequired = () =>
  toast({
    title: 'Agreement Required',
    lines: ['Please read and agree to our Privacy Policy and Terms of Service before submitting.'],
    destructive: true,
  })

const toastSubmitted = () =>
  toast({
    title: 'Application Submitted',
    lines: ["Your internship application has been received. We'll contact you soon!"],
  })

const toastSubmissionFailed = () =>
  toast({
    title: 'Submission Failed',
    lines: [
      'There was an error submitting your application. Please check your inputs and try again.',
    ],
    destructive: true,
  })

const toastValidationError = (errors: Record<string, string>) =>
  toast({
    title: 'Validation Error',
    lines: [
      'Please correct the following issues:',
      ...Object.entries(errors).map(
        ([field, message]) => `${applicationLabels[field as ApplicationField]}: ${message}`,
      ),
    ],
    destructive: true,
  })
