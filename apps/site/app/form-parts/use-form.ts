import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'
import { type Message, toast } from '#app/layouts/toast.ts'
import type { PostedForm } from '#app/server-context/load-context.ts'
import { check, type FieldErrors } from '@naic/admissions/forms/check.ts'
import { type FormSchema, optionalFields } from '@naic/admissions/forms/form-schema.ts'
import words from '@naic/content/en/forms.json' with { type: 'json' }
import {
  draftIn,
  drawIdempotencyKey,
  fieldsWithFile,
  fillBlanks,
  typedTexts,
} from './form-draft.ts'
import { type Accepted, type Failed, leaveOut, sendForm, type SendOutcome } from './send-form.ts'

/** `values` as they were sent. */
export type Sent = Accepted & { values: Record<string, string> }

type Phase =
  | { state: 'editing' }
  /** `share` of the body that has been sent, 0 to 1. */
  | { state: 'sending'; share: number }
  | Failed
  | Sent

type Typing = Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'enterKeyHint'
>

/** What browsers and the keyboards of phones should know of a field, in whichever form it is. */
const typing: Record<string, Typing> = {
  name: { autoComplete: 'name', autoCapitalize: 'words', enterKeyHint: 'next' },
  email: { autoComplete: 'email', enterKeyHint: 'next' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', enterKeyHint: 'next' },
  college: { autoComplete: 'organization', autoCapitalize: 'words', enterKeyHint: 'next' },
  linkedin: { type: 'url', inputMode: 'url', autoComplete: 'url', enterKeyHint: 'next' },
  subject: { enterKeyHint: 'next' },
}

/** What a form says a second time, in another language, below its own hints and errors. */
export type Second<Field extends string> = {
  lang: string
  /** A field without a hint of its own may have one here. */
  hints: Partial<Record<Field, string>>
  /** By the messages as the form shows them, which the specification has. */
  errors: Readonly<Record<string, string>>
}

type Options<Field extends string> = {
  schema: FormSchema
  labels: Record<Field, string>
  /** Errors that no rule of the schema finds; pure. */
  alsoWrong?: (data: FormData) => FieldErrors<Field>
  draftKey: string
  address: string
  /** Where the form posts itself without the script. */
  page: string
  notSent: readonly Field[]
  noticeVersion?: string
  unreadable?: string
  /** The result of a plain form post, if the page answers one. */
  posted: PostedForm | undefined
  second?: Second<Field> | undefined
  /** Why the form cannot be sent, from the errors shown before the button was pressed and all errors. */
  objection?: (shown: FieldErrors<Field>, all: FieldErrors<Field>) => Message | undefined
  onStored?: (stored: Sent) => void
  success: Message
  failure: Message
}

export const fixErrors: Message = { ...words.fixErrors, tone: 'warning' }

const anyError = (_shown: FieldErrors, all: FieldErrors) =>
  Object.keys(all).length > 0 ? fixErrors : undefined

/**
 * A form whose fields the browser holds, not React: it keeps what was typed before the script came,
 * and the same form posts itself without the script.
 *
 * An error shows once its field was changed, also before the page was reloaded. All errors show once
 * the form was sent. An error from the server shows until its field is changed.
 */
export function useForm<Field extends string>(options: Options<Field>) {
  const { schema, labels, draftKey, posted, second, objection = anyError } = options
  const ref = useRef<HTMLFormElement>(null)
  const idempotencyKey = useRef('')
  const draft = draftIn(draftKey)
  const wasRefused = posted?.state === 'refused'
  const wasTaken = posted?.state === 'accepted'
  const back = wasTaken ? undefined : posted
  const [seen, setSeen] = useState(() => back && dataOf(back.values))
  /** Fields whose file the browser no longer has: it gives none back after a reload or a plain post. */
  const [filesBefore, setFilesBefore] = useState(back?.files ?? [])
  const [revealed, setRevealed] = useState<ReadonlySet<string> | 'all'>(new Set(filesBefore))
  const [serverErrors, setServerErrors] = useState<FieldErrors>(wasRefused ? posted.errors : {})
  const [phase, setPhase] = useState<Phase>(!posted || wasRefused ? { state: 'editing' } : posted)
  /** How often the form was not taken: each time, the summary of errors takes the focus. */
  const [refusals, setRefusals] = useState(wasRefused ? 1 : 0)

  useEffect(() => {
    // It was sent, though without this script.
    if (wasTaken) draftIn(draftKey).forget()
    const form = ref.current
    if (!form) return
    const kept = draftIn(draftKey).read()
    idempotencyKey.current = kept?.idempotencyKey ?? drawIdempotencyKey()
    if (kept) {
      setRevealed(new Set([...fillBlanks(form, kept.values), ...kept.files]))
      setFilesBefore(kept.files)
    }
    setSeen(new FormData(form))
  }, [draftKey, wasTaken])

  const shown = Object.entries(seen ? wrongIn(seen) : {}).filter(
    ([field]) => revealed === 'all' || revealed.has(field),
  )
  const errors = { ...Object.fromEntries(shown), ...serverErrors } as FieldErrors<Field>

  function wrongIn(data: FormData): FieldErrors<Field> {
    const checked = check(schema, typedTexts(data))
    return {
      ...(checked.ok ? {} : checked.errors),
      ...options.alsoWrong?.(data),
    } as FieldErrors<Field>
  }

  /** Writes into a field as if somebody had typed it. */
  function put(name: Field, value: string) {
    const control = ref.current?.querySelector<HTMLInputElement>(`[name=${name}]`)
    if (!control?.form) return
    control.value = value
    noteChange(control.form, name)
  }

  function noteChange(form: HTMLFormElement, name: string) {
    const data = new FormData(form)
    setSeen(data)
    setRevealed((before) => (before === 'all' ? before : new Set(before).add(name)))
    setServerErrors(({ [name]: _gone, ...others }) => others)
    draft.write({
      idempotencyKey: idempotencyKey.current,
      values: typedTexts(data),
      files: fieldsWithFile(data),
    })
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (phase.state === 'sending') return
    const form = event.currentTarget
    const data = new FormData(form)
    setRevealed('all')
    // Another object: what is sent loses fields.
    setSeen(new FormData(form))
    const objected = objection(errors, wrongIn(data))
    if (objected) {
      toast(objected)
      setRefusals(refusals + 1)
    } else {
      void send(data)
    }
  }

  async function send(data: FormData) {
    leaveOut(data, options)
    setPhase({ state: 'sending', share: 0 })
    const outcome = await sendForm(options.address, data, {
      fields: Object.keys(labels),
      idempotencyKey: idempotencyKey.current,
      noticeVersion: options.noticeVersion,
      unreadable: options.unreadable,
      onProgress: (share) => setPhase({ state: 'sending', share }),
    })
    finish(outcome, typedTexts(data))
  }

  /** The toast comes first: what then takes the focus is scrolled to below it. */
  function finish(outcome: SendOutcome, values: Record<string, string>) {
    if (outcome.state === 'accepted') {
      const sent = { ...outcome, values }
      draft.forget()
      options.onStored?.(sent)
      toast(options.success)
      setPhase(sent)
    } else if (outcome.state === 'refused') {
      const wrong = Object.entries(outcome.errors).map(
        ([field, messages]) => `${labels[field as Field]}: ${messages?.[0]}`,
      )
      const { title, text } = words.refused
      toast({ title, text: [text, ...wrong].join('\n'), tone: options.failure.tone })
      setServerErrors(outcome.errors)
      setPhase({ state: 'editing' })
      setRefusals((count) => count + 1)
    } else {
      toast(options.failure)
      setPhase(outcome)
    }
  }

  const typed = back?.values ?? {}
  const optional: readonly string[] = optionalFields(schema)
  return {
    form: {
      ref,
      method: 'post',
      action: options.page,
      encType: 'multipart/form-data',
      noValidate: true,
      onChange: ({ currentTarget, target }: FormEvent<HTMLFormElement>) =>
        noteChange(currentTarget, (target as HTMLInputElement).name),
      onSubmit: submit,
    },
    /** The form's data, as last seen; undefined until the script has come. */
    seen,
    errors,
    phase,
    refusals,
    /** Whether a file was chosen before the page was loaded again and must be chosen again. */
    fileIsGone:
      seen !== undefined && !filesBefore.every((name) => fieldsWithFile(seen).includes(name)),
    /** The first error of each field, in the order of the form. */
    errorsInOrder: (Object.keys(labels) as Field[]).flatMap((field): [Field, string][] => {
      const message = errors[field]?.[0]
      return message === undefined ? [] : [[field, message]]
    }),
    /** The props of a field's control. A field without a rule in the schema, such as a file, is required. */
    field(name: Field) {
      const error = errors[name]?.[0]
      return {
        name,
        label: labels[name],
        error,
        second: second && {
          lang: second.lang,
          hint: second.hints[name],
          error: error && second.errors[error],
        },
        required: !optional.includes(name),
        ...typing[name],
        ...(typed[name] === undefined ? {} : { defaultValue: typed[name] }),
      }
    },
    put,
  }
}

/** @returns a posted form with no more than its page shows: once it was accepted, that is little. */
export function shownOf(posted: PostedForm | undefined): PostedForm | undefined {
  if (posted?.state !== 'accepted') return posted
  const { email = '', internship = '' } = posted.values
  return { ...posted, values: { email, internship } }
}

/** The same as the form's data, as far as the page has it before its script. */
function dataOf(values: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(values)) data.append(name, value)
  return data
}
