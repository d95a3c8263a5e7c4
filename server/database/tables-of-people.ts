import type { Tables } from './tables.ts'

/** The tables that have what people sent, and what was done with it: their rows go when they are erased. */
export const tablesOfPeople = [
  'application',
  'application_status',
  'status_change',
  'contact_message',
  'message_answer',
  'letter',
] as const satisfies (keyof Tables)[]
