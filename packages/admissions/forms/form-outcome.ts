import type { FieldErrors } from './check.ts'

/** `emailed`: whether the sender gets an email; one address gets only a few a day. */
export type Accepted = { state: 'accepted'; id: string; emailed: boolean }

export type Refused<Field extends string = string> = {
  state: 'refused'
  errors: FieldErrors<Field>
}

/** The form is right, but was not stored: `detail` says what to do. */
export type Failed = { state: 'failed'; detail: string }

/** The result of storing a form, which throws if nothing can be stored. */
export type FormResult<Field extends string = string> = Accepted | Refused<Field>
