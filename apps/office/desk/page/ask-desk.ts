import { isServedToStaff, signIn } from './sign-in.tsx'

/** The desk was not opened in this tab, or its server has ended. */
export class DeskClosed extends Error {
  override name = 'DeskClosed'
  override message =
    'The desk does not answer. Please try again in a minute; if it stays away, tell the person who runs the server.'
}

/** Lives as long as this tab. */
const kept = 'desk-session'

/** Opens the desk if the page has the address that the terminal shows, and takes the used token out of it. */
export async function openDesk(): Promise<void> {
  const token = /^#open=([\w-]+)$/.exec(location.hash)?.[1]
  if (token === undefined) return
  history.replaceState(null, '', location.pathname + location.search)
  const answer = await fetch('/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Desk-Token': token },
    body: '{}',
  })
  if (!answer.ok) return
  const { session } = (await answer.json()) as { session: string }
  sessionStorage.setItem(kept, session)
}

/** The desk, or what stands before it, does not answer just now. */
export class DeskAway extends DeskClosed {
  override name = 'DeskAway'

  /** What was said, if anything. */
  readonly detail: string | undefined

  constructor(detail?: string) {
    super()
    this.detail = detail
    if (detail) this.message = detail
  }
}

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
 * Asks the desk's server. If the staff sign in here and nobody is, it asks again when somebody has.
 *
 * @returns its answer, with status 200.
 * @throws DeskClosed if it has ended or does not know this tab; Error with a sentence otherwise.
 */
export async function askDesk(path: string, init: RequestInit = {}): Promise<Response> {
  const session = sessionStorage.getItem(kept)
  if (!session && !isServedToStaff()) throw new DeskClosed()
  const headers = {
    ...init.headers,
    ...(session && { 'X-Desk-Session': session }),
    ...(itself && { 'X-Desk-By-Itself': 'yes' }),
  }
  const answer = await fetch(path, { ...init, headers }).catch(() => {
    throw new DeskAway()
  })
  if (answer.status === 401 && isServedToStaff()) {
    await signIn()
    return askDesk(path, init)
  }
  if (answer.status === 401) throw new DeskClosed()
  if (answer.ok) return answer
  const { detail } = (await answer.json().catch(() => ({}))) as { detail?: string }
  if (answer.status === 503) throw new DeskAway(detail)
  throw new Error(detail ?? `The desk answered ${answer.status}.`)
}

/** Asks for JSON. */
export const readDesk = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> =>
  (await (await askDesk(path, init)).json()) as Answer

/**
 * Asks for what a page shows. If the desk is away it is what it was before, so that the page stays, with what
 * somebody has typed in it. What the page asks for by itself takes nothing away, whatever is answered.
 */
export async function readShown<Answer>(path: string): Promise<Answer> {
  const readByItself = itself
  try {
    const answer = await readDesk<Answer>(path)
    remember(path, answer)
    return answer
  } catch (error) {
    const before = lastRead.get(path)
    if (before !== undefined && (readByItself || error instanceof DeskAway)) return before as Answer
    throw error
  }
}

/** What was shown last, of as many addresses as one page has. */
const lastRead = new Map<string, unknown>()

function remember(path: string, answer: unknown): void {
  lastRead.delete(path)
  lastRead.set(path, answer)
  const [oldest] = lastRead.keys()
  if (lastRead.size > 8 && oldest !== undefined) lastRead.delete(oldest)
}

/** Sends JSON, and gets JSON. */
export const sendDesk = <Answer>(path: string, body: unknown): Promise<Answer> =>
  readDesk(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
