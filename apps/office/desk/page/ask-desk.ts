import { signIn } from './sign-in.tsx'

/** The desk, or what stands before it, does not answer just now. */
export class DeskAway extends Error {
  override name = 'DeskAway'

  /** What was said, if anything. */
  readonly detail: string | undefined

  constructor(detail?: string) {
    super(
      detail ??
        'The desk does not answer. Please try again in a minute; if it stays away, tell the person who runs the server.',
    )
    this.detail = detail
  }
}

/** Of what the page asks by itself, which does not count as work: the session rests. */
export const askedByItself = { 'X-Desk-By-Itself': 'yes' }

let itself = false

/** Whether what is asked for now is asked by the page, and not because somebody did something. */
export const isByItself = (): boolean => itself

/** What is asked for next, somebody asks for, even if keys and pointer have rested since. */
export const somebodyAsks = (): void => void (itself = false)

/** Does work by itself, until it is done or somebody does something. */
export async function byItself(work: () => Promise<void>): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  const stop = () => {
    itself = false
    over.abort()
  }
  itself = true
  for (const act of ['keydown', 'pointerdown']) {
    document.addEventListener(act, stop, { capture: true, signal })
  }
  await work().finally(stop)
}

/**
 * Asks the desk's server. If nobody is signed in, it asks again when somebody is.
 *
 * @returns its answer, with status 200.
 * @throws DeskAway if it does not answer; Error with a sentence otherwise.
 */
export async function askDesk(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...init.headers, ...(itself && askedByItself) }
  const answer = await fetch(path, { ...init, headers })
    .catch(() => {
      throw new DeskAway()
    })
    .finally(() => init.method && somethingChanged())
  if (answer.status === 401) {
    await signIn()
    somethingChanged()
    return askDesk(path, init)
  }
  if (answer.ok) return answer
  const { detail } = (await answer.json().catch(() => ({}))) as { detail?: string }
  if (answer.status === 503) throw new DeskAway(detail)
  throw new Error(detail ?? `The desk answered ${answer.status}.`)
}

/** Asks for JSON. */
export const readDesk = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> =>
  (await (await askDesk(path, init)).json()) as Answer

let changes = 0
let isTold = false

/** What was read before may be different now. */
export const somethingChanged = (): void => void (changes += 1)

/** Whether the desk tells this page of what changes, as far as anybody knows. */
export const isToldOfChanges = (now: boolean): void => void (isTold = now)

/**
 * Asks for what a page shows. If the desk is away it is what it was before, so that the page stays, with what
 * somebody has typed in it. What the page asks for by itself takes nothing away, whatever is answered.
 *
 * @param from 'memory' if what was read before will do as long as nothing has changed.
 */
export async function readShown<Answer>(path: string, from?: 'memory'): Promise<Answer> {
  const readByItself = itself
  const unchangedSince = changes
  const before = lastRead.get(path)
  if (from && isTold && before?.changes === changes) return before.answer as Answer
  try {
    const answer = await readDesk<Answer>(path)
    remember(path, { answer, changes: unchangedSince })
    return answer
  } catch (error) {
    if (before && (readByItself || error instanceof DeskAway)) return before.answer as Answer
    throw error
  }
}

type Read = { answer: unknown; changes: number }

/** What was shown last, of as many addresses as one page has. */
const lastRead = new Map<string, Read>()

function remember(path: string, read: Read): void {
  lastRead.delete(path)
  lastRead.set(path, read)
  const [oldest] = lastRead.keys()
  if (lastRead.size > 8 && oldest !== undefined) lastRead.delete(oldest)
}

/** Sends JSON; a file in it goes in Base64. */
export async function postDesk(path: string, body: object): Promise<Response> {
  const values = Object.entries(body).map(async ([name, value]) => [
    name,
    value instanceof File ? await inBase64(value) : value,
  ])
  return askDesk(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(await Promise.all(values))),
  })
}

/** @throws DOMException if it cannot be read any more. */
const inBase64 = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^.*?,/, '')))
    reader.addEventListener('error', () => reject(reader.error as DOMException))
    reader.readAsDataURL(file)
  })

/** Sends JSON, and gets JSON. */
export const sendDesk = async <Answer>(path: string, body: object): Promise<Answer> =>
  (await (await postDesk(path, body)).json()) as Answer
