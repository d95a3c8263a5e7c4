import { type FormEvent, useState } from 'react'
import type { PostedForm } from '#app/server-context/load-context.ts'
import type { FieldErrors } from '@naic/admissions/forms/check.ts'
import type { Failed, Refused } from '@naic/admissions/forms/form-outcome.ts'
import { type FormSchema, optionalFields } from '@naic/admissions/forms/form-schema.ts'
import { honeypotField } from '@naic/admissions/forms/honeypot.ts'
import { typedTexts } from './form-fields.ts'
import type { CheckedForm } from './use-checked-form.ts'

/** What a form says in passing, and whether something is done, to be done, or failed. */
export type Announcement = {
  title: string
  lines: string[]
  tone: 'success' | 'warning' | 'destructive'
}

type Phase =
  | { state: 'editing' }
  /** `share` of the body that has been sent, 0 to 1. */
  | { state: 'sending'; share: number }
  /** `detail` where the server said why; without it, no answer came. */
  | { state: 'failed'; detail: Failed['detail'] | undefined }
  /** `emailed`: whether an email tells of it. `values` as they were sent. */
  | {
      state: 'submitted'
      id: string | undefined
      emailed: boolean
      values: Record<string, string>
    }

type Options<Field extends string> = {
  form: CheckedForm<Field>
  /** Where the form is sent. */
  address: string
  schema: FormSchema
  labels: Record<Field, string>
  /** Fields that the server is not to get. */
  notSent: readonly Field[]
  noticeVersion?: string
  /** What came of a plain form post that the page answers. */
  posted: PostedForm | undefined
  /**
   * What stands against sending, given the errors shown before the button was pressed and all
   * there are.
   */
  objection: (shown: FieldErrors<Field>, all: FieldErrors<Field>) => Announcement | undefined
  announce: (message: Announcement) => void
  success: Announcement
  failure: Announcement
}

/** A checked form's way from editing to submitted, and back when something is wrong. */
export function useSubmission<Field extends string>(options: Options<Field>) {
  const { form, announce } = options
  const [phase, setPhase] = useState<Phase>(phaseAtFirst(options.posted))
  /** How often the form was not taken: each time, the summary of errors takes the focus. */
  const [refusals, setRefusals] = useState(0)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (phase.state === 'sending') return
    const data = new FormData(event.currentTarget)
    const objection = options.objection(form.errors, form.revealAll())
    if (objection) {
      announce(objection)
      setRefusals(refusals + 1)
    } else {
      void send(data)
    }
  }

  async function send(data: FormData) {
    leaveOut(data, options)
    setPhase({ state: 'sending', share: 0 })
    const outcome = await sendForm(options.address, data, {
      fields: Object.keys(options.labels),
      idempotencyKey: form.idempotencyKey(),
      noticeVersion: options.noticeVersion,
      onProgress: (share) => setPhase({ state: 'sending', share }),
    })
    finish(outcome, typedTexts(data))
  }

  /** Announces first: what then takes the focus is scrolled to below the toast. */
  function finish(outcome: SendOutcome, values: Record<string, string>) {
    if (outcome.state === 'accepted') {
      form.forget()
      announce(options.success)
      setPhase({ ...outcome, state: 'submitted', values })
    } else if (outcome.state === 'refused') {
      announce(validationError(outcome.errors, options.labels))
      form.showServerErrors(outcome.errors as FieldErrors<Field>)
      setPhase({ state: 'editing' })
      setRefusals((count) => count + 1)
    } else {
      announce(options.failure)
      setPhase(outcome)
    }
  }

  function startAgain() {
    setPhase({ state: 'editing' })
    setRefusals(0)
  }

  return { phase, refusals, submit, startAgain }
}

/** Takes out what the server is not to get, and what may be left blank and is. */
export function leaveOut(
  data: FormData,
  { schema, notSent }: Pick<Options<string>, 'schema' | 'notSent'>,
): void {
  for (const field of notSent) data.delete(field)
  for (const field of [honeypotField, ...optionalFields(schema)]) {
    if (data.get(field) === '') data.delete(field)
  }
}

/** What a form says when it is sent with something wrong in it. */
export const fixErrors: Announcement = {
  title: 'Please fix the form errors',
  lines: ['Fill in all required fields before submitting.'],
  tone: 'warning',
}

function phaseAtFirst(posted: PostedForm | undefined): Phase {
  if (posted?.state === 'accepted') return { ...posted, state: 'submitted' }
  if (posted?.state === 'failed') return { state: 'failed', detail: posted.detail }
  return { state: 'editing' }
}

function validationError(errors: FieldErrors, labels: Record<string, string>): Announcement {
  return {
    title: 'Validation Error',
    lines: [
      'Please correct the following issues:',
      ...Object.entries(errors).map(([field, messages]) => `${labels[field]}: ${messages?.[0]}`),
    ],
    tone: 'destructive',
  }
}

/** What came of sending a form. */
type SendOutcome =
  /** `id` where the answer has one. */
  | { state: 'accepted'; id: string | undefined; emailed: boolean }
  | Refused
  /** No answer at all as well; `detail` where the server said why. */
  | { state: 'failed'; detail: Failed['detail'] | undefined }

type Sending = {
  /** The fields that an answer may name. */
  fields: readonly string[]
  idempotencyKey: string
  /** Of the privacy notice that was agreed to; undefined where none was asked for. */
  noticeVersion: string | undefined
  /** @param share of the body that has left, 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Sends a form and waits for as long as it takes: on a slow line, five megabytes need
 * minutes. XMLHttpRequest, because fetch does not tell how much has been sent.
 */
function sendForm(address: string, data: FormData, options: Sending): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.setRequestHeader('Idempotency-Key', options.idempotencyKey)
    if (options.noticeVersion) request.setRequestHeader('Privacy-Notice', options.noticeVersion)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      options.onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () =>
      resolve(outcomeOf(request.status, parse(request.responseText), options.fields)),
    )
    const lost = () => resolve({ state: 'failed', detail: undefined })
    request.addEventListener('error', lost)
    request.addEventListener('abort', lost)
    request.send(data)
  })
}

/** @param body the answer's, parsed. */
function outcomeOf(status: number, body: unknown, fields: readonly string[]): SendOutcome {
  const answer = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  if (status >= 200 && status < 300) {
    return {
      state: 'accepted',
      id: firstMessage(answer['id']),
      emailed: answer['emailed'] !== false,
    }
  }
  const errors = Object.fromEntries(
    fields.flatMap((field) => {
      const message = firstMessage(answer[field])
      return message === undefined ? [] : [[field, [message] as [string]]]
    }),
  )
  if (Object.keys(errors).length > 0) return { state: 'refused', errors }
  return { state: 'failed', detail: firstMessage(answer['detail']) }
}

function firstMessage(value: unknown): string | undefined {
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' && first !== '' ? first : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
