import { type ChildProcess, fork } from 'node:child_process'
import type { Answered, Asked } from './drawing-process.ts'

/** After so many drawings the process ends, which frees the memory of resvg and the fonts. */
const mostDrawn = 25
const limits = { idleMs: 20_000, drawMs: 15_000 }

/**
 * Draws in a process of its own, for `KeptDrawings`, which asks for one drawing at a time. The process starts with a
 * request and ends after a while without any, which frees all memory: a thread would leave 50 MB with the allocator.
 * It knows none of the settings.
 */
export class Drawer {
  readonly #limits: typeof limits
  readonly #program: URL
  #child: ChildProcess | undefined
  #drawn = 0
  #idle: NodeJS.Timeout | undefined

  constructor(given = limits, program = new URL('./drawing-process.ts', import.meta.url)) {
    this.#limits = given
    this.#program = program
  }

  /** @throws when it cannot be drawn, or not in time; the next is drawn by a new process. */
  draw = async (asked: Asked): Promise<Buffer> => {
    clearTimeout(this.#idle)
    if (!this.#child?.connected) this.#child = this.#start()
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
    // The server need not wait for it to end.
    child.unref()
    child.channel?.unref()
    const end = () => child.kill('SIGKILL')
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    return child
  }

  /** It keeps nothing that could be lost. */
  #end(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }
}

async function answerOf(child: ChildProcess, asked: Asked, withinMs: number): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const ended = () => reject(new Error('The process that draws has ended.'))
  const tooLong = setTimeout(reject, withinMs, new Error('It took too long to draw.'))
  child.once('message', resolve).once('exit', ended).once('error', reject)
  child.send(asked, (error) => error && reject(error))
  return promise.finally(() => {
    clearTimeout(tooLong)
    child.off('message', resolve).off('exit', ended).off('error', reject)
  })
}
