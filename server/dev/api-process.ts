import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { freePort } from './free-port.ts'

/** One save may write several files, and a change of branch many. */
const burstMs = 40
/** What takes longer to finish is cut off: someone waits for the next API. */
const finishMs = 1_500

const program = path.join(import.meta.dirname, 'dev-api.ts')
/** What Node made of the sources last time, which halves the time of a start. */
const compileCache = path.join(import.meta.dirname, '../../node_modules/.cache/dev-api')

/**
 * The API in a process of its own, which is replaced when its sources change. The next one starts
 * when the last has ended, and with it its database and its lock on the data folder.
 */
export class ApiProcess {
  readonly #config: Config
  readonly #onStart: (child: ChildProcess) => void
  #child: ChildProcess | undefined
  #port = 0
  #isServing = false
  #hasServed = false
  #serving = Promise.withResolvers<void>()
  #isReplacing = false

  /** @param onStart is given each process before it runs. */
  constructor(config: Config, onStart: (child: ChildProcess) => void) {
    this.#config = config
    this.#onStart = onStart
  }

  /** @returns the port of an API that takes requests. While there is none, this waits for the next. */
  async port(): Promise<number> {
    await this.#serving.promise
    return this.#port
  }

  async start(): Promise<void> {
    this.#port ||= await freePort()
    const { siteUrl } = this.#config
    const env = { ...process.env, HOST: '127.0.0.1', PORT: String(this.#port), SITE_URL: siteUrl }
    const child = fork(program, {
      env: { NODE_COMPILE_CACHE: compileCache, ...env },
      serialization: 'advanced',
    })
    this.#child = child
    this.#onStart(child)
    child.on('message', (message: object) => {
      if ('serving' in message && child === this.#child) this.#open()
    })
    child.on('exit', (code) => {
      if (child !== this.#child) return
      // What is wrong with a first start is a setting more often than a source; it has said which.
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
    // What changes from here on may have been read before it did.
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

  #open(): void {
    this.#isServing = true
    this.#hasServed = true
    this.#serving.resolve()
  }

  #close(): void {
    if (!this.#isServing) return
    this.#isServing = false
    this.#serving = Promise.withResolvers()
  }
}
