import type { FastifyRequest } from 'fastify'
import type { FieldErrors } from '@naic/admissions/forms/check.ts'
import { honeypotField, honeypotMessage } from '@naic/admissions/forms/honeypot.ts'
import { resumeLimitBytes, resumeMessages } from '@naic/admissions/forms/resume.ts'
import type { ReceivedFile, Staging } from '@naic/store/files/staging.ts'
import { bodyOf, drainBody } from '@naic/house/web/http-server.ts'
import { boundaryOf, MalformedBody, type Part, readParts } from '@naic/house/web/read-parts.ts'
import { Refusal } from '@naic/house/web/refusal.ts'

export type FormLimits = {
  /** Each with the letters that it may hold. */
  fields: Readonly<Record<string, number>>
  /** The field of its resume; undefined if it has none. */
  file: string | undefined
}

export type ReceivedForm = {
  fields: Record<string, string>
  file: ReceivedFile | undefined
  /** What is wrong with how fields were sent, whatever they say. */
  errors: FieldErrors
  /** Why the whole form cannot be taken: a {@link Refusal}, or what staging threw. */
  refusal: unknown
}

/** A letter has four bytes at most, and what is trimmed away takes some. */
const bytesOf = (letters: number) => 4 * letters + 4_096
const longestNameBytes = 100
/** Parts beyond the form's fields: a field sent twice gets a message of its own. */
const spareParts = 12
const mostFiles = 4

/**
 * Reads a multipart form as it streams in: text into memory, the one file into staging.
 *
 * The body is always read to its end: a browser that is still sending would show a broken connection
 * instead of the answer. The caller discards the staged file in the end.
 *
 * @returns what could be read, even with `refusal` set.
 */
export async function receiveForm(
  request: FastifyRequest,
  staging: Staging,
  limits: FormLimits,
): Promise<ReceivedForm> {
  const form: ReceivedForm = { fields: {}, file: undefined, errors: {}, refusal: undefined }
  const body = bodyOf(request.raw)
  try {
    await takeParts(form, body, request.headers['content-type'] ?? '', staging, limits)
  } catch (error) {
    form.refusal ??= error instanceof MalformedBody ? incomplete() : error
  }
  await body.return()
  try {
    await drainBody(request.raw)
  } catch (error) {
    form.refusal ??= error
  }
  return form
}

async function takeParts(
  form: ReceivedForm,
  body: AsyncIterable<Buffer>,
  contentType: string,
  staging: Staging,
  limits: FormLimits,
): Promise<void> {
  const boundary = boundaryOf(contentType)
  if (!boundary) throw incomplete()
  let parts = 0
  let files = 0
  for await (const part of readParts(body, boundary)) {
    parts += 1
    files += isFile(part) ? 1 : 0
    if (parts > Object.keys(limits.fields).length + spareParts || files > mostFiles)
      throw new Refusal(422, 'The form has more parts than it asks for. Please reload the page.')
    try {
      if (isFile(part)) await takeFile(form, part, staging, limits)
      else await takeField(form, part, limits)
    } catch (error) {
      if (error instanceof MalformedBody) throw error
      // Read on: the visitor gets back what was typed.
      form.refusal ??= error
    }
  }
}

const isFile = ({ fileName, type }: Part) =>
  fileName !== undefined || type === 'application/octet-stream'

/** Deletes the staged bytes, unless a store has taken them. */
export async function discardFile(file: ReceivedFile, staging: Staging): Promise<void> {
  if (file.staged !== 'too large') await staging.discard(file.staged)
}

async function takeField(form: ReceivedForm, part: Part, limits: FormLimits): Promise<void> {
  const { name } = part
  const letters = Object.hasOwn(limits.fields, name) ? limits.fields[name] : undefined
  const { text, isWhole } = await readText(part.content, bytesOf(letters ?? 0))
  if (name.length > longestNameBytes || part.type === 'application/json') throw notOurs()
  if (name === honeypotField) {
    if (text !== '') throw new Refusal(422, honeypotMessage)
    return
  }
  if (name === limits.file && text === '') return
  if (letters === undefined) throw notOurs()
  if (name in form.fields) form.errors[name] = ['Please send this field only once.']
  else if (!isWhole) form.errors[name] = ['This text is too long.']
  form.fields[name] = text
}

async function readText(content: Part['content'], mostBytes: number) {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    // Copied, since a chunk is only lent.
    const room = Math.max(0, mostBytes - (bytes - chunk.length))
    chunks.push(Buffer.from(chunk.subarray(0, room)))
  }
  return { text: Buffer.concat(chunks).toString(), isWhole: bytes <= mostBytes }
}

async function takeFile(
  form: ReceivedForm,
  part: Part,
  staging: Staging,
  { file }: FormLimits,
): Promise<void> {
  if (file === undefined || part.name !== file) throw notOurs()
  if (form.file) {
    form.errors[file] = [resumeMessages.several]
    return
  }
  const name = part.fileName ?? ''
  const staged = await staging.receive(part.content, resumeLimitBytes)
  const received = { name, type: part.type, staged }
  // A browser sends this for a file field without a file.
  const isNothing = name === '' && staged !== 'too large' && staged.bytes === 0
  if (isNothing) await discardFile(received, staging)
  else form.file = received
}

const notOurs = () =>
  new Refusal(
    422,
    'This is not one of the forms of this site. Please reload the page and send its form again.',
  )

const incomplete = () => new Refusal(422, 'The form arrived incomplete. Please send it again.')
