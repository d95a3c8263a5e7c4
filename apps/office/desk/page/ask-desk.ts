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

/**
 * Asks the desk's server. If the staff sign in here and nobody is, it asks again when somebody has.
 *
 * @returns its answer, with status 200.
 * @throws DeskClosed if it has ended or does not know this tab; Error with a sentence otherwise.
 */
export async function askDesk(path: string, init: RequestInit = {}): Promise<Response> {
  const session = sessionStorage.getItem(kept)
  if (!session && !isServedToStaff()) throw new DeskClosed()
  const headers = { ...init.headers, ...(session && { 'X-Desk-Session': session }) }
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

/** Asks for JSON. */
export const readDesk = async <Answer>(path: string, init?: RequestInit): Promise<Answer> =>
  (await (await askDesk(path, init)).json()) as Answer

/** Sends JSON, and gets JSON. */
export const sendDesk = <Answer>(path: string, body: unknown): Promise<Answer> =>
  readDesk(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
