import type { FieldErrors } from './check.ts'

/** What comes of a form that was sent. Each way in says it with what else is known there. */

/**
 * `id` is what it is kept under. `emailed`: whether an email tells the sender of it; one address gets
 * only so many a day.
 */
export type Accepted = { state: 'accepted'; id: string; emailed: boolean }

/** Something in it is wrong. */
export type Refused<Field extends string = string> = {
  state: 'refused'
  errors: FieldErrors<Field>
}

/** Nothing in it is wrong, and yet it was not taken: `detail` says what to do. */
export type Failed = { state: 'failed'; detail: string }

/** What the door behind a form says; it throws where it can take nothing. */
export type FormResult<Field extends string = string> = Accepted | Refused<Field>
