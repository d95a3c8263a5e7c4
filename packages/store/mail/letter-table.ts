import {
  count,
  describeTable,
  integer,
  oneOf,
  orNull,
  type RowsOf,
  text,
} from '#database/tables.ts'

const aboutKinds = ['application', 'message', 'certificate'] as const

/** What a letter is about: with that, it is found, redirected and erased. */
export type About = { kind: (typeof aboutKinds)[number]; id: string }

/** The outbox. A letter with `refused_at` or `gave_up_at` is not tried again. */
export const letterTables = {
  letter: describeTable(
    {
      id: text,
      created_at: text,
      to_name: text,
      to_address: text,
      reply_to_name: orNull(text),
      reply_to_address: orNull(text),
      subject: text,
      body: text,
      attempts: integer,
      /** Not to be tried before this time. */
      due_at: text,
      sent_at: orNull(text),
      last_failure: orNull(text),
      /** The first of the failures since the last success. */
      failing_since: orNull(text),
      /** The relay refused this letter for good. */
      refused_at: orNull(text),
      /** The relay refused it for now for so long that it is no longer tried. */
      gave_up_at: orNull(text),
      /**
       * Until this time, by the database's clock, one copy of the program is sending it and no other
       * may. Null if nobody has begun; once it is set, a letter of the staff cannot be taken back.
       */
      leased_until: orNull(text),
      /** How often staff sent it once more. */
      resent: count,
      /** It must no longer go out: what it says was taken back. One on its way may still be sent. */
      held_at: orNull(text),
      /** See `postFormLetters`: no two letters have the same. Null if their number a day is not limited. */
      turn: orNull(text),
      /** See `Letter`; null for a letter that nobody wrote by hand. */
      answers: orNull(text),
      /** The lowest goes out first: see `letterRanks`. */
      rank: count,
      /** Null if it is about nothing that is kept. */
      about_kind: orNull(oneOf(...aboutKinds)),
      /** Id of the application, message or certificate. */
      about_id: orNull(text),
    },
    {
      key: ['id'],
      rights: 'INSERT, UPDATE',
      // What is taken back does not leave.
      desk: 'INSERT, UPDATE, DELETE',
      whose: 'addressee',
      // Of letters that were not sent alone: finding the next one takes as long after twenty million
      // letters, or with a million waiting, as on the first day.
      indexes: {
        letter_waiting: `(rank, due_at)
          WHERE sent_at IS NULL AND refused_at IS NULL AND gave_up_at IS NULL`,
        letter_unsent: '(created_at, id) WHERE sent_at IS NULL',
        letter_sent: '(sent_at) WHERE sent_at IS NOT NULL',
        // Letters are removed by their age.
        letter_created: '(created_at, id)',
        letter_about: '(about_id)',
      },
      uniqueIndexes: { letter_turn: '(turn) WHERE turn IS NOT NULL' },
    },
  ),
}

declare module '#database/tables.ts' {
  interface Tables extends RowsOf<typeof letterTables> {}
}
