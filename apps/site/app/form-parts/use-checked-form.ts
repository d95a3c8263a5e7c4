import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '@naic/admissions/forms/check.ts'
import { fieldsWithFile, typedTexts } from './form-fields.ts'

type Options<Field extends string> = {
  /** Every error of what the form holds; pure. */
  check: (data: FormData) => FieldErrors<Field>
  /** Names the draft in the tab's storage. */
  draftKey: string
  /** Fields that are not kept in the draft. */
  notInDraft: readonly string[]
  /** Errors that the page came with, where it answers a plain form post. */
  errorsAtFirst: FieldErrors<Field>
}

export type CheckedForm<Field extends string> = ReturnType<typeof useCheckedForm<Field>>

/**
 * A form whose fields the browser holds, not React: what was typed before the script came is
 * kept, and the same form posts itself without it.
 *
 * An error shows once its field has been changed, also before the page was reloaded, or all do after
 * `revealAll`. An error from the server shows until its field is changed.
 */
export function useCheckedForm<Field extends string>(options: Options<Field>) {
  const { check, draftKey, notInDraft, errorsAtFirst } = options
  const ref = useRef<HTMLFormElement>(null)
  const idempotencyKey = useRef('')
  const [seen, setSeen] = useState<FormData>()
  const [filesBefore, setFilesBefore] = useState<readonly string[]>([])
  const [revealed, setRevealed] = useState<ReadonlySet<string> | 'all'>(new Set())
  const [serverErrors, setServerErrors] = useState(errorsAtFirst)

  useEffect(() => {
    const form = ref.current
    if (!form) return
    const draft = readDraft(draftKey)
    idempotencyKey.current = draft?.idempotencyKey ?? drawIdempotencyKey()
    if (draft) {
      setRevealed(new Set([...fillBlanks(form, draft.values), ...draft.files]))
      setFilesBefore(draft.files)
    }
    setSeen(new FormData(form))
  }, [draftKey])

  const problems = seen ? check(seen) : {}
  const errors: FieldErrors<Field> = { ...pick(problems, revealed), ...serverErrors }

  function onChange(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget
    const { name } = event.target as HTMLInputElement
    const data = new FormData(form)
    setSeen(data)
    if (revealed !== 'all') setRevealed(new Set(revealed).add(name))
    if (name in serverErrors) setServerErrors(without(serverErrors, name as Field))
    writeDraft(draftKey, {
      idempotencyKey: idempotencyKey.current,
      values: typedTexts(data, notInDraft),
      files: fieldsWithFile(data),
    })
  }

  /** Looks at everything again and shows every error. @returns all of them. */
  function revealAll(): FieldErrors<Field> {
    setRevealed('all')
    if (!ref.current) return {}
    const data = new FormData(ref.current)
    setSeen(data)
    return check(data)
  }

  /** Begins anew, as if nothing had ever been typed. */
  function reset() {
    idempotencyKey.current = drawIdempotencyKey()
    setSeen(undefined)
    setFilesBefore([])
    setRevealed(new Set())
    setServerErrors({})
  }

  return {
    ref,
    /** What the form holds, as last looked at; undefined until the script has come. */
    seen,
    errors,
    /** Whether a file was chosen before the page was reloaded and is to be chosen again. */
    fileIsGone:
      seen !== undefined && !filesBefore.every((name) => fieldsWithFile(seen).includes(name)),
    onChange,
    revealAll,
    reset,
    showServerErrors: setServerErrors,
    idempotencyKey: () => idempotencyKey.current,
    forget: () => forgetDraft(draftKey),
  }
}

function pick<Field extends string>(
  errors: FieldErrors<Field>,
  fields: ReadonlySet<string> | 'all',
): FieldErrors<Field> {
  if (fields === 'all') return errors
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => fields.has(field)),
  ) as FieldErrors<Field>
}

function without<Field extends string>(
  errors: FieldErrors<Field>,
  field: Field,
): FieldErrors<Field> {
  const { [field]: _gone, ...rest } = errors
  return rest as FieldErrors<Field>
}

/** Puts a draft back where nothing stands yet. @returns the fields that it filled. */
function fillBlanks(form: HTMLFormElement, values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const control = form.elements.namedItem(name)
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      control.checked = true
      return [name]
    }
    const fillable =
      control instanceof HTMLInputElement ||
      control instanceof HTMLSelectElement ||
      control instanceof HTMLTextAreaElement
    if (!fillable || control.value !== '' || value === '') return []
    control.value = value
    return [name]
  })
}

/**
 * What somebody has typed into a form and not yet sent, kept in the tab's own storage until
 * the tab closes. Files are never kept, only the fields in which one was chosen. Where storage is
 * refused, nothing is.
 */
type Draft = { idempotencyKey: string; values: Record<string, string>; files: string[] }

export function readDraft(key: string): Draft | undefined {
  try {
    const text = sessionStorage.getItem(key)
    return text ? (JSON.parse(text) as Draft) : undefined
  } catch {
    return undefined
  }
}

function writeDraft(key: string, draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Full or forbidden: the form itself still holds everything.
  }
}

function forgetDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}

/** @returns 32 hex digits that nobody else draws. Works outside secure contexts, too. */
function drawIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
