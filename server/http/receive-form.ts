import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FieldErrors } from '#forms/check.ts'
import { honeypotField, honeypotMessage } from '#forms/honeypot.ts'
import type { StagedFile, Staging } from '../files/staging.ts'
import { Refusal } from './refusal.ts'

/** What a form of ours may carry. */
export type FormLimits = {
  fields: readonly string[]
  /** Undefined where the form has no file. */
  file: { name: string; limitBytes: number; severalMessage: string } | undefined
}

export type ReceivedFile = { name: string; type: string; staged: StagedFile | 'too large' }

export type ReceivedForm = {
  fields: Record<string, string>
  file: ReceivedFile | undefined
  /** What is wrong with how a field was sent, before anyone looks at what it says. */
  errors: FieldErrors
  /** Set when the form as a whole cannot be taken: a {@link Refusal}, or what staging threw. */
  refusal: unknown
}

const longestValueBytes = 64 * 1024
const longestNameBytes = 100

/**
 * Reads a multipart form as it streams in: text into memory, the one file into staging.
 *
 * The body is always read to its end, whatever is wrong with it: a browser that is still
 * sending shows a broken connection instead of an answer. The caller owns the staged file
 * and discards it in the end.
 *
 * @returns what could be read, which a refused visitor gets back, even with `refusal` set.
 */
export async function receiveForm(
  request: FastifyRequest,
  staging: Staging,
  limits: FormLimits,
): Promise<ReceivedForm> {
  const form: ReceivedForm = { fields: {}, file: undefined, errors: {}, refusal: undefined }
  try {
    for await (const part of request.parts({
      limits: {
        fieldNameSize: longestNameBytes,
        fieldSize: longestValueBytes,
        fields: limits.fields.length + 8,
        files: 4,
        parts: limits.fields.length + 12,
        headerPairs: 20,
        fileSize: Number.POSITIVE_INFINITY,
      },
    })) {
      try {
        if (part.type === 'field') takeField(form, part, limits)
        else await takeFile(form, part, staging, limits)
      } catch (error) {
        form.refusal ??= part.type === 'file' && part.file.errored ? malformed(error) : error
        if (part.type === 'file') part.file.resume()
      }
    }
  } catch (error) {
    // The parser gave up in the middle; nothing reads the rest unless it is told to flow.
    request.raw.unpipe()
    request.raw.resume()
    form.refusal ??= malformed(error)
  }
  return form
}

/** Throws the staged bytes away, unless a store has taken them. */
export async function discardFile(file: ReceivedFile, staging: Staging): Promise<void> {
  if (file.staged !== 'too large') await staging.discard(file.staged)
}

function takeField(form: ReceivedForm, part: MultipartValue, limits: FormLimits): void {
  const { fieldname: name, value } = part
  const isJson = part.mimetype.startsWith('application/json')
  if (part.fieldnameTruncated || isJson || typeof value !== 'string')
    throw new Refusal(422, notOurForm)
  if (name === honeypotField) {
    if (value !== '') throw new Refusal(422, honeypotMessage)
    return
  }
  if (name === limits.file?.name && value === '') return
  if (!limits.fields.includes(name)) throw new Refusal(422, notOurForm)
  if (name in form.fields) form.errors[name] = ['Please send this field once only.']
  else if (part.valueTruncated) form.errors[name] = ['This text is too long.']
  form.fields[name] = value
}

async function takeFile(
  form: ReceivedForm,
  part: MultipartFile,
  staging: Staging,
  { file }: FormLimits,
): Promise<void> {
  if (part.fieldname !== file?.name) throw new Refusal(422, notOurForm)
  if (form.file) {
    form.errors[file.name] = [file.severalMessage]
    part.file.resume()
    return
  }
  const name = part.filename ?? ''
  const staged = await staging.receive(part.file, file.limitBytes)
  const received = { name, type: part.mimetype, staged }
  // What a browser sends for a file field in which nothing was chosen.
  const isNothing = name === '' && staged !== 'too large' && staged.bytes === 0
  if (isNothing) await discardFile(received, staging)
  else form.file = received
}

const notOurForm =
  'This is not one of the forms of this site. Please reload the page and send its form again.'

function malformed(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.endsWith('_LIMIT')) {
    return new Refusal(422, 'The form has more parts than it asks for. Please reload the page.')
  }
  return new Refusal(422, 'The form arrived incomplete. Please send it again.')
}
