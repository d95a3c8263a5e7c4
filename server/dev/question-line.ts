import type { ChildProcess } from 'node:child_process'

/** One end of the channel between two processes: `process` in the child, the child in the parent. */
type End = NodeJS.Process | ChildProcess

type Message =
  | { question: unknown; number: number }
  | { answer: unknown; number: number }
  | { failure: string; number: number }

/** Questions and answers between two processes, of which each may ask the other. */
export class QuestionLine<Asks, Answers> {
  readonly #end: End
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #last = 0

  /** @param answer what this end says to questions of the other; a failure's message is told too. */
  constructor(end: End, answer: (question: Answers) => Promise<unknown>) {
    this.#end = end
    end.on('message', (message: Message) => {
      if ('question' in message)
        void this.#reply(message.number, answer(message.question as Answers))
      else this.#settle(message)
    })
  }

  /** @throws what the other end failed with, as its message. */
  ask<Reply>(question: Asks): Promise<Reply> {
    const waiting = Promise.withResolvers<unknown>()
    const number = ++this.#last
    this.#waiting.set(number, waiting)
    this.#end.send?.({ question, number } satisfies Message)
    return waiting.promise as Promise<Reply>
  }

  async #reply(number: number, answering: Promise<unknown>): Promise<void> {
    const message: Message = await answering.then(
      (answer) => ({ answer, number }),
      (error: Error) => ({ failure: error.message, number }),
    )
    this.#end.send?.(message)
  }

  #settle(message: Exclude<Message, { question: unknown }>): void {
    const waiting = this.#waiting.get(message.number)
    this.#waiting.delete(message.number)
    if ('failure' in message) waiting?.reject(new Error(message.failure))
    else waiting?.resolve(message.answer)
  }
}
