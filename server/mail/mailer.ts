export type Mailbox = { name: string; address: string }

export type Letter = {
  /** Stable: a letter that is sent twice carries the same Message-ID both times. */
  id: string
  to: Mailbox
  replyTo: Mailbox | undefined
  subject: string
  /** Plain text. */
  body: string
  /** How often it was sent on purpose before: each time, it is another one to a mail program. */
  resent?: number
}

/** So long a letter may be under way, in milliseconds. No relay that works takes minutes. */
export const longestHandOverMs = 4 * 60_000

/** The way letters leave. Every backend passes the same contract: `describe-mailer.ts`. */
export interface Mailer {
  /** How it wants to be used; without it: one letter at a time, tried for ever. */
  readonly pace?: {
    /** Letters that may be under way together; none waits for another. */
    atOnce: number
    /**
     * No letter takes it long, so that the next ones may wait for all that are under way: the more
     * letters there are, the more of them share the look into the outbox, and what is shared on the
     * way.
     */
    inGroups?: boolean
    /** How long a letter that is refused for now is tried again, from its first failure on. */
    giveUpAfterMs: number
  }

  /**
   * Hands a letter over. When this returns, somebody else answers for it: the relay has
   * accepted it, or it lies on disk and survives a crash.
   *
   * It ends within {@link longestHandOverMs}, one way or the other, and then nothing of it goes on:
   * another copy of the program may send the letter soon after.
   *
   * @throws RefusedForGood when sending it again is of no use; anything else when it was not handed
   *   over, and sending it again later is right.
   */
  send(letter: Letter): Promise<void>

  /**
   * Destroys what it still has of a letter that was handed over: its row was erased meanwhile. Without
   * it, nothing is left to take back. One that is not there is no error.
   */
  takeBack?(id: string): Promise<void>

  /** Lets go of what it holds open; what is under way fails. Nothing is sent afterwards. */
  close?(): void
}

/** This letter to this person will never be taken: the address is unknown, or the text is refused. */
export class RefusedForGood extends Error {
  override name = 'RefusedForGood'
}
