import { isServedToStaff, signIn } from './sign-in.tsx'

/** The desk was not opened in this tab, or its server has ended. */
export class DeskClosed extends Error {
  override name = 'DeskClosed'
  override message = 'The desk does not answer. See in its terminal whether it still runs.'
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

let itself = false

/** Whether what is asked for now is asked by the page, and not because somebody did something. */
export const isByItself = (): boolean => itself

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
    throw new DeskClosed()
  })
  if (answer.status === 401 && isServedToStaff()) {
    await signIn()
    return askDesk(path, init)
  }
  if (answer.status === 401) throw new DeskClosed()
  if (answer.ok) return answer
  const { detail } = (await answer.json().catch(() => ({}))) as { detail?: string }
  throw new Error(detail ?? `The desk answered ${answer.status}.`)
}

/** Asks for JSON. What the page asks for by itself gives what it had before if the desk does not answer. */
export async function readDesk<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const before = isByItself() ? lastRead.get(path) : undefined
  try {
    const answer = (await (await askDesk(path, init)).json()) as Answer
    if (!init.method) remember(path, answer)
    return answer
  } catch (error) {
    if (before === undefined) throw error
    return before as Answer
  }
}

/** What was read last, of as many addresses as one page has. */
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
