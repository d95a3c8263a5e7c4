import { councilIn } from './council.ts'
import { askRaw } from './path-spellings.ts'
import { SoftPasskey } from './soft-passkey.ts'

/** A desk that is served to the staff, as tests reach it: without the proxy before it. */
export type ServedDesk = { port: number; url: string; settings: Record<string, string> }

/** Somebody of the staff at their own computer: with a passkey, and the cookies that their browser has. */
export class StaffMember {
  readonly name: string
  readonly passkey: SoftPasskey
  readonly #desk: ServedDesk
  static #count = 0
  /** Everybody comes from a network of their own, as the proxy says. */
  readonly #address = `203.0.113.${(StaffMember.#count += 1)}`
  cookie = ''

  constructor(desk: ServedDesk, name: string) {
    this.name = name
    this.#desk = desk
    this.passkey = new SoftPasskey(desk.url)
  }

  static async added(desk: ServedDesk, name: string, ...roles: string[]): Promise<StaffMember> {
    const member = new StaffMember(desk, name)
    const words = ['add', name, ...roles.flatMap((role) => ['--role', role])]
    await member.accept(await invited(desk, words))
    return member
  }

  /** @param sent as JSON; a text as it is. */
  async ask(method: string, path: string, sent?: unknown, headers: Record<string, string> = {}) {
    const { status, head, text } = await askRaw(`http://127.0.0.1:${this.#desk.port}`, {
      method,
      path,
      headers: {
        Host: new URL(this.#desk.url).host,
        'X-Forwarded-For': this.#address,
        ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(this.cookie && { Cookie: this.cookie }),
        ...headers,
      },
      body: typeof sent === 'string' ? sent : (JSON.stringify(sent) ?? ''),
    })
    const set = /^set-cookie: (.*)$/im.exec(head)?.[1]
    if (set) this.cookie = set.split(';')[0] ?? ''
    return { status, set, head, text, body: read(text) }
  }

  post = (path: string, sent: unknown) => this.ask('POST', path, sent)

  /** As a manager: does something about a colleague, such as "suspend". */
  async manage(name: string, deed: string, sent: object = {}) {
    const { body } = await this.ask('GET', '/api/staff')
    const colleague = (body as { id: string; name: string }[]).find((one) => one.name === name)
    return this.post(`/api/staff/${colleague?.id}/${deed}`, sent)
  }

  async accept(invitation: string) {
    const { status, body, text } = await this.post('/api/invitation/options', { invitation })
    if (status !== 200) return { status, body, text }
    const response = this.passkey.make(body.options)
    return this.post('/api/invitation', { invitation, response })
  }

  async signIn() {
    const { body } = await this.post('/api/sign-in/options', {})
    return this.post('/api/sign-in', { response: this.passkey.use(body) })
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test looks into what it expects
function read(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Runs a command of "staff" that invites. @returns the invitation's secret. */
export async function invited(desk: ServedDesk, words: readonly string[]): Promise<string> {
  const { DATA_DIR = '', ...settings } = desk.settings
  const { stdout, stderr } = await councilIn(DATA_DIR, ['staff', ...words], settings)
  const secret = /#invitation=([\w-]+)\n$/.exec(stdout)?.[1]
  if (!secret) throw new Error(stderr)
  return secret
}
