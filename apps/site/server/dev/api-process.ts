import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

/** One save may write several files, and a change of branch many. */
const burstMs = 40
/** What takes longer to finish is cut off: someone waits for the next API. */
const finishMs = 1_500

const program = path.join(import.meta.dirname, 'dev-api.ts')
/** What Node compiled last time, which halves the time of a start. */
const compileCache = path.join(import.meta.dirname, '../../../../node_modules/.cache/dev-api')

/**
 * The API in a process of its own, which is replaced when its sources change. The next one starts
 * when the last has ended, and with it its database and its lock on the data folder. Requests wait
 * while there is none.
 */
export class ApiProcess {
  readonly #pages: string
  readonly #siteUrl: string
  readonly #port = freePort()
  #child: ChildProcess | undefined
  #hasServed = false
  #isServing = false
  #serving = Promise.withResolvers<void>()
  #isReplacing = false

  /** @param pages address at which it asks for pages. */
  constructor(pages: string, siteUrl: string) {
    this.#pages = pages
    this.#siteUrl = siteUrl
  }

  async start(): Promise<void> {
    const child = fork(program, [this.#pages], {
      env: {
        NODE_COMPILE_CACHE: compileCache,
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(await this.#port),
        SITE_URL: this.#siteUrl,
      },
    })
    this.#child = child
    child.once('message', () => {
      if (child !== this.#child) return
      this.#hasServed = true
      this.#isServing = true
      this.#serving.resolve()
    })
    child.once('exit', (code) => {
      if (child !== this.#child) return
      // A first start usually fails because of a setting; it has said which.
      if (!this.#hasServed) process.exit(code ?? 1)
      this.#close()
      console.error('The API has ended; the next save starts it again. Requests wait for it.')
    })
  }

  /** Ends the API, and starts it from the sources as they are then. */
  async replace(): Promise<void> {
    this.#close()
    if (this.#isReplacing) return
    this.#isReplacing = true
    await sleep(burstMs)
    await this.stop()
    // Files that change from here on may have been read already.
    this.#isReplacing = false
    await this.start()
  }

  /** Lets the API finish what it was asked. */
  async stop(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), finishMs)
    await ended
    clearTimeout(late)
  }

  /** Requests wait from now on; those that wait already go on waiting. */
  #close(): void {
    if (!this.#isServing) return
    this.#isServing = false
    this.#serving = Promise.withResolvers()
  }

  /** Hands a request on as it came, once there is an API that takes it. */
  async passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.#serving.promise
    const { method, url, rawHeaders: headers } = request
    const to = { host: '127.0.0.1', port: await this.#port, method, path: url, headers }
    // No connection is kept: each would be one to wait for when the API is replaced.
    const asked = ask({ ...to, setHost: false, agent: false })
    asked.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    asked.on('error', (error) => {
      // It may have answered already, and not wanted the rest of a body.
      if (response.headersSent) return
      response.writeHead(502, { 'Content-Type': 'text/plain' })
      response.end(`The API ended before it answered (${error.message}).`)
    })
    response.on('close', () => asked.destroy())
    request.pipe(asked)
  }
}
