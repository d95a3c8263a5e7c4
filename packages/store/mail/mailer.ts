export type Mailbox = { name: string; address: string }

export type Letter = {
  /** Stable: a letter that is sent twice carries the same Message-ID both times. */
  id: string
  to: Mailbox
  replyTo: Mailbox | undefined
  subject: string
  /** Plain text. */
  body: string
  /** How often staff have sent it again: each time, mail programs take it for another letter. */
  resent?: number
  /**
   * Only of a letter that somebody wrote by hand: the `messageName` of the one that it answers, by which
   * mail programs put both into one thread; empty if there is none.
   */
  answers?: string | undefined
}

/** @returns what stands before the "@" of a letter's Message-ID. A mail program drops one that it has seen. */
export const messageName = ({ id, resent }: Pick<Letter, 'id' | 'resent'>): string =>
  resent ? `${id}.${resent}` : id

/** How long handing over one letter may take, in milliseconds. No working relay takes minutes. */
export const longestHandOverMs = 4 * 60_000

/** The way letters leave. Every backend passes the same contract: `describe-mailer.ts`. */
export interface Mailer {
  /** Without it: one letter at a time, tried for ever. */
  readonly pace?: {
    /** How many letters may be under way together now; none waits for another. Asked for each. */
    atOnce: number
    /** How long a letter that is refused for now is tried again, from its first failure on. */
    giveUpAfterMs: number
  }

  /**
   * Hands a letter over. When this returns, the relay has accepted the letter, or it lies on disk
   * and survives a crash.
   *
   * It ends within {@link longestHandOverMs}, and nothing of it goes on afterwards: another copy of
   * the program may send the letter soon after.
   *
   * @throws RefusedForGood when sending it again is of no use; anything else when it was not handed
   *   over, and should be tried again later.
   */
  send(letter: Letter): Promise<void>

  /** Destroys for good the file, if there is one, of a letter whose row was erased while it was handed over. */
  takeBack?(id: string): Promise<void>

  /** Closes its connections; letters under way fail. Nothing is sent afterwards. */
  close?(): void
}

/** This letter to this person will never be taken: the address is unknown, or the text is refused. */
export class RefusedForGood extends Error {
  override name = 'RefusedForGood'
}
