import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

/** A save may write several files, a change of branch many. */
const burstMs = 40
/** Then the API is killed: a developer waits for the next one. */
const finishMs = 1_500

const program = path.join(import.meta.dirname, 'dev-api.ts')
/** Node's compiled code, which halves the time of a start. */
const compileCache = path.join(import.meta.dirname, '../../../../node_modules/.cache/dev-api')

/**
 * The API in a process of its own, replaced when its sources change. The next one starts when the last
 * has ended and left its database and its lock on the data folder. Requests wait meanwhile.
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

  /** @param pages address to ask for pages. */
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
      // A first start usually fails for a setting, which its message names.
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
    // It may have read files that change from here on.
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

  /** Requests wait from now on. */
  #close(): void {
    if (!this.#isServing) return
    this.#isServing = false
    this.#serving = Promise.withResolvers()
  }

  /** Passes a request on as it came, once there is an API. */
  async passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.#serving.promise
    const { method, url, rawHeaders: headers } = request
    const to = { host: '127.0.0.1', port: await this.#port, method, path: url, headers }
    // Keeps no connection, for which a replacement would wait.
    const asked = ask({ ...to, setHost: false, agent: false })
    asked.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    asked.on('error', (error) => {
      // It may have answered without reading the whole body.
      if (response.headersSent) return
      response.writeHead(502, { 'Content-Type': 'text/plain' })
      response.end(`The API ended before it answered (${error.message}).`)
    })
    response.on('close', () => asked.destroy())
    request.pipe(asked)
  }
}
