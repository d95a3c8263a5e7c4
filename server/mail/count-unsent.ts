import type { Database } from '../database/database.ts'

/** Counting further would take a database seconds, and say nothing new. */
const countedUpTo = 100_000

/**
 * How many letters were not sent, by what `listLetters` calls their state, and since when the
 * oldest of the `waiting` ones waits (RFC 3339; null for none). One row. Of more than 100,000, only
 * the oldest are counted.
 */
export const countUnsent = (build: Database['build']) =>
  build
    .selectFrom(
      build
        .selectFrom('letter')
        .select(['created_at', 'refused_at', 'gave_up_at'])
        .where('sent_at', 'is', null)
        .where('held_at', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .limit(countedUpTo)
        .as('unsent'),
    )
    .select(({ eb, fn }) => {
      const isWaiting = eb.and([eb('refused_at', 'is', null), eb('gave_up_at', 'is', null)])
      const isRefused = eb('refused_at', 'is not', null)
      const isGivenUp = eb.and([eb('refused_at', 'is', null), eb('gave_up_at', 'is not', null)])
      return [
        fn.countAll().filterWhere(isWaiting).as('waiting'),
        fn.countAll().filterWhere(isRefused).as('refused'),
        fn.countAll().filterWhere(isGivenUp).as('gaveUp'),
        fn.min<string | null>('created_at').filterWhere(isWaiting).as('oldest'),
      ]
    })
