import { type ChildProcess, fork } from 'node:child_process'
import type { Answered, Asked } from './drawing-process.ts'

/** After so many, what resvg drew in and the fonts have taken is given back. */
const mostDrawn = 25
const limits = { idleMs: 20_000, drawMs: 15_000 }

/**
 * Draws in a process of its own, one at a time. It is started when something is asked for and ended
 * when nothing was for a while, which gives back all that fonts, pdfkit and resvg take: a thread's end
 * leaves 50 MB with the allocator (decision 040). It knows none of the settings.
 */
export class Drawer {
  readonly #limits: typeof limits
  readonly #program: URL
  #child: ChildProcess | undefined
  #drawn = 0
  #idle: NodeJS.Timeout | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(given = limits, program = new URL('./drawing-process.ts', import.meta.url)) {
    this.#limits = given
    this.#program = program
  }

  /** @throws when it cannot be drawn, or not in time; the next is drawn by a new process. */
  draw(asked: Asked): Promise<Buffer> {
    const drawing = this.#last.then(() => this.#drawNext(asked))
    this.#last = drawing.catch(() => undefined)
    return drawing
  }

  async #drawNext(asked: Asked): Promise<Buffer> {
    clearTimeout(this.#idle)
    this.#child ??= this.#start()
    try {
      const answered = await answerOf(this.#child, asked, this.#limits.drawMs)
      if ('failure' in answered) throw new Error(answered.failure)
      this.#drawn += 1
      if (this.#drawn >= mostDrawn) this.#end()
      else this.#idle = setTimeout(() => this.#end(), this.#limits.idleMs).unref()
      return Buffer.from(answered.bytes)
    } catch (error) {
      this.#end()
      throw error
    }
  }

  #start(): ChildProcess {
    this.#drawn = 0
    const child = fork(this.#program, {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // Nobody has to wait for it to end, not even who asks for a drawing and leaves.
    child.unref()
    child.channel?.unref()
    const end = () => child.kill('SIGKILL')
    process.once('exit', end)
    child.once('exit', () => {
      process.off('exit', end)
      if (this.#child === child) this.#child = undefined
    })
    return child
  }

  /** It keeps nothing that could be lost. */
  #end(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }
}

function answerOf(child: ChildProcess, asked: Asked, withinMs: number): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const fail = (why: string) => () => reject(new Error(why))
  const failures = {
    exit: fail('The process that draws has ended.'),
    disconnect: fail('The process that draws has ended.'),
    error: reject,
  }
  const tooLong = setTimeout(fail('It took too long to draw.'), withinMs)
  child.once('message', resolve)
  for (const [event, failed] of Object.entries(failures)) child.once(event, failed)
  child.send(asked, (error) => error && reject(error))
  return promise.finally(() => {
    clearTimeout(tooLong)
    child.off('message', resolve)
    for (const [event, failed] of Object.entries(failures)) child.off(event, failed)
  })
}
