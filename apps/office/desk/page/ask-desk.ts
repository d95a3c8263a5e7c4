/** The desk's server was not opened here, or not any more. */
export class DeskClosed extends Error {
  override name = 'DeskClosed'
  override message = 'The desk does not answer. See in its terminal whether it still runs.'
}

/** Kept for this tab alone, and gone with it. */
const kept = 'desk-session'

/**
 * Opens the desk where the page came by the address that the terminal shows, and takes the token out
 * of the address: it has been used.
 */
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
 * Asks the desk's server.
 *
 * @returns its answer, which is one of 200.
 * @throws DeskClosed where it has ended or does not know this tab; Error with a sentence otherwise.
 */
export async function askDesk(path: string, init: RequestInit = {}): Promise<Response> {
  const session = sessionStorage.getItem(kept)
  if (!session) throw new DeskClosed()
  const headers = { ...init.headers, 'X-Desk-Session': session }
  const answer = await fetch(path, { ...init, headers }).catch(() => {
    throw new DeskClosed()
  })
  if (answer.status === 401) throw new DeskClosed()
  if (answer.ok) return answer
  const { detail } = (await answer.json().catch(() => ({}))) as { detail?: string }
  throw new Error(detail ?? `The desk answered ${answer.status}.`)
}

/** The same, for JSON. */
export const readDesk = async <Answer>(path: string, init?: RequestInit): Promise<Answer> =>
  (await (await askDesk(path, init)).json()) as Answer

/** Sends JSON, to be answered with JSON. */
export const sendDesk = <Answer>(path: string, body: unknown): Promise<Answer> =>
  readDesk(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
