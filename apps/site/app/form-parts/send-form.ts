import type { FieldErrors } from '@naic/admissions/forms/check.ts'
import type { Refused } from '@naic/admissions/forms/form-outcome.ts'
import { type FormSchema, optionalFields } from '@naic/admissions/forms/form-schema.ts'
import { honeypotField } from '@naic/admissions/forms/honeypot.ts'

/** Takes out what the server does not get, and optional fields that are blank. */
export function leaveOut(
  data: FormData,
  { schema, notSent }: { schema: FormSchema; notSent: readonly string[] },
): void {
  for (const field of notSent) data.delete(field)
  for (const field of [honeypotField, ...optionalFields(schema)]) {
    if (data.get(field) === '') data.delete(field)
  }
}

/** `id` if the answer has one. `emailed`: whether an email tells the sender. */
export type Accepted = { state: 'accepted'; id: string | undefined; emailed: boolean }
/** `detail` if the server said why; without it, no answer came. */
export type Failed = { state: 'failed'; detail: string | undefined }
export type SendOutcome = Accepted | Refused | Failed

type Sending = {
  fields: readonly string[]
  idempotencyKey: string
  /** Of the privacy notice that was agreed to; undefined if the form asks for none. */
  noticeVersion: string | undefined
  /** What is wrong with a file that can no longer be read; undefined if the form asks for none. */
  unreadable: string | undefined
  /** @param share of the body that has left, 0 to 1. */
  onProgress: (share: number) => void
}

/** Waits for minutes on a slow line. XMLHttpRequest, because fetch does not tell how much has been sent. */
export const sendForm = (address: string, data: FormData, options: Sending): Promise<SendOutcome> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'json'
    request.setRequestHeader('Idempotency-Key', options.idempotencyKey)
    if (options.noticeVersion) request.setRequestHeader('Privacy-Notice', options.noticeVersion)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      options.onProgress(total > 0 ? loaded / total : 0),
    )
    // Without an answer the status is 0, and the response null.
    request.addEventListener('loadend', () => {
      const outcome = outcomeOf(request.status, request.response, options.fields)
      resolve(outcome.state === 'failed' ? explained(outcome, data, options) : outcome)
    })
    request.send(data)
  })

/** No browser sends a file that was changed or moved since it was chosen, and none says that this is why. */
async function explained(failed: Failed, data: FormData, { unreadable = '' }: Sending) {
  const errors: FieldErrors = {}
  for (const [field, file] of data) {
    if (typeof file === 'string') continue
    await file
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => (errors[field] = [unreadable]))
  }
  return Object.keys(errors).length > 0 ? ({ state: 'refused', errors } as const) : failed
}

function outcomeOf(status: number, body: unknown, fields: readonly string[]): SendOutcome {
  const answer = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  if (status >= 200 && status < 300) {
    const emailed = answer['emailed'] !== false
    return { state: 'accepted', id: firstMessage(answer['id']), emailed }
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
