export type Mailbox = { name: string; address: string }

export type Letter = {
  /** Stable: a letter that is sent twice carries the same Message-ID both times. */
  id: string
  to: Mailbox
  replyTo: Mailbox | undefined
  subject: string
  /** Plain text. */
  body: string
}

/** The way letters leave. Every backend passes the same contract: `describe-mailer.ts`. */
export interface Mailer {
  /**
   * Hands a letter over. When this returns, somebody else answers for it: the relay has
   * accepted it, or it lies on disk and survives a crash.
   *
   * @throws when it was not handed over; sending it again later is right.
   */
  send(letter: Letter): Promise<void>
}
