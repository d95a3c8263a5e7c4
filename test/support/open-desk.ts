import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { userInfo } from 'node:os'
import { everyRole } from '@naic/office/staff/roles.ts'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { invited, type ServedDesk, StaffMember } from './staff-at-desk.ts'

/** A desk as it is served to the staff: the real command, while others may run on the same data. */
export class OpenDesk implements ServedDesk {
  readonly url: string
  readonly port: number
  readonly settings: Record<string, string>
  said = ''
  readonly #process: ChildProcess

  private constructor(child: ChildProcess, settings: Record<string, string>, port: number) {
    this.#process = child
    this.settings = settings
    this.url = settings['DESK_URL'] ?? ''
    this.port = port
  }

  /** @param settings with DESK_URL, if it is to have that port; else it has one of its own. */
  static async open(settings: Record<string, string>): Promise<OpenDesk> {
    // Browsers take such a name for this machine, and trust it as they do TLS.
    const url = settings['DESK_URL'] ?? `http://desk.localhost:${await freePort()}`
    const port = Number(new URL(url).port)
    const own = { ...settings, DESK_URL: url }
    const words = ['apps/office/cli/council.ts', 'desk', '--port', String(port)]
    const child = spawn('node', words, {
      env: { ...process.env, ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const desk = new OpenDesk(child, own, port)
    await new Promise<void>((resolve, reject) => {
      // Read to its end: it goes on logging, and stands still where nobody reads that.
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          desk.said += chunk
          if (desk.said.includes('The desk is served at')) resolve()
        })
      }
      child.once('close', () => reject(new Error(`The desk did not open: ${desk.said}`)))
    })
    return desk
  }

  /** What lets the first of the staff in; undefined if somebody may invite. */
  get invitation(): string | undefined {
    return /#invitation=([\w-]+)/.exec(this.said)?.[1]
  }

  get pid(): number {
    return this.#process.pid ?? 0
  }

  get #name(): string {
    return this.settings['SUDO_USER'] ?? userInfo().username
  }

  /** @returns an invitation for who started it, who may do everything. */
  async invite(): Promise<string> {
    const roles = everyRole.flatMap((role) => ['--role', role])
    const again = () => invited(this, ['invite', this.#name])
    return this.invitation ?? invited(this, ['add', this.#name, ...roles]).catch(again)
  }

  async enter(): Promise<StaffMember> {
    const member = new StaffMember(this, this.#name)
    const { status, text } = await member.accept(await this.invite())
    if (status !== 200) throw new Error(text)
    return member
  }

  /** As Ctrl-C does. @returns its exit code. */
  async close(): Promise<number | null> {
    this.#process.kill('SIGINT')
    if (this.#process.exitCode === null) await once(this.#process, 'close')
    return this.#process.exitCode
  }
}
