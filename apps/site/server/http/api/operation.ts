import type { FormSchema } from '@naic/admissions/forms/form-schema.ts'

/** JSON Schema 2020-12. One with a title is a component of the description, under that title. */
export type Schema = { readonly title?: string; readonly [keyword: string]: unknown }

/** What the API's description says of one thing that programs may ask for. It stands with its route. */
export type Operation = {
  /** Its name in programs that are made from the description. */
  id: string
  tag: 'Certificates' | 'Log' | 'Forms' | 'Description'
  summary: string
  description?: string
  /** With its parameters in braces, where the route's own path stands for several. */
  path?: string
  params?: Record<string, Schema>
  query?: Record<string, Schema & { isRequired?: boolean }>
  /** The fields of a form, and the name of its file. */
  form?: { schema: FormSchema; file: string | undefined }
  /** Or a text, by its media type. */
  text?: string
  /** What it answers, by media type; with 201 if it is a form, else 200. */
  answers: Record<string, Schema>
  /** Answers that are no problem. */
  others?: Record<number, string>
  /** Statuses of problems, besides 500. */
  problems: readonly number[]
  /** Whether the answers say how much is left of a limit. */
  isLimited?: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route that is no page; none where it is no part of the API either. */
    operations?: readonly Operation[]
  }
}

/** The members that a schema of an object names: `satisfies` finds one that was forgotten, here or there. */
export type SaidBy<Described extends { properties: object }> = Record<
  keyof Described['properties'],
  unknown
>
