import { type Insertable, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Unavailable } from '@naic/store/unavailable.ts'
import {
  ConstraintViolated,
  type Database,
  type Reading,
  type Transaction,
} from '@naic/store/database/database.ts'
import type { Tables } from '@naic/store/database/tables.ts'
import { eachTest } from './opened.ts'

/** Somewhere a database can be: opened, closed and opened again; gone in the end. */
export type DatabasePlace = { open: () => Promise<Database>; remove: () => Promise<void> }

/** The contract of {@link Database}. @param findPlace an empty place, another one each time. */
export function describeDatabase(name: string, findPlace: () => Promise<DatabasePlace>): void {
  describe(`${name} as a database`, () => {
    const place = eachTest(findPlace)
    let database: Database
    beforeEach(async () => {
      database = await place.open()
    })
    afterEach(() => database.close())

    type Changes = Partial<Insertable<Tables['letter']>>
    const insert = (transaction: Transaction, id: string, changes: Changes = {}) =>
      transaction
        .insertInto('letter')
        .values({ ...letter, id, ...changes })
        .execute()
    const write = (ids: readonly string[], changes?: Changes) =>
      database.write(async (transaction) => {
        for (const id of ids) await insert(transaction, id, changes)
      })
    const idsQuery = (reading: Reading) => reading.selectFrom('letter').select('id').orderBy('id')
    const ids = async () => (await idsQuery(database.read).execute()).map(({ id }) => id)
    const nonsense = sql`select * from nothing`

    test('write returns what its work returns, and each statement says what it changed', async () => {
      const changed = await database.write(async (transaction) => {
        await insert(transaction, 'a')
        await insert(transaction, 'b')
        const all = transaction.updateTable('letter').set({ subject: 'Changed' })
        const { numUpdatedRows } = await all.executeTakeFirstOrThrow()
        const seen = await idsQuery(transaction).select('subject').execute()
        const returned = await all.where('id', '=', 'a').returning('id').execute()
        const { numDeletedRows } = await transaction
          .deleteFrom('letter')
          .where('id', '=', 'b')
          .executeTakeFirstOrThrow()
        return { numUpdatedRows, seen, returned, numDeletedRows }
      })
      expect(changed).toEqual({
        numUpdatedRows: 2n,
        seen: [
          { id: 'a', subject: 'Changed' },
          { id: 'b', subject: 'Changed' },
        ],
        returned: [{ id: 'a' }],
        numDeletedRows: 1n,
      })
      expect(await ids()).toEqual(['a'])
    })

    test('values come back as they went in', async () => {
      const values = {
        to_name: 'आशा "the \\ quote" O’Rao; --',
        body: `two\nlines\tand ${'long '.repeat(20_000)}😀`,
        reply_to_name: null,
        attempts: 2_147_483_647,
      }
      await write(['a'], values)
      expect(await database.read.selectFrom('letter').selectAll().execute()).toMatchObject([
        { ...letter, ...values, id: 'a', resent: 0, sent_at: null },
      ])
    })

    test('a write is all or nothing', async () => {
      await write(['stands'])
      await expect(write(['before', 'stands', 'after'])).rejects.toBeInstanceOf(ConstraintViolated)
      const refused = database.write(async (transaction) => {
        await insert(transaction, 'another')
        throw new RangeError('Not so.')
      })
      await expect(refused).rejects.toThrow(RangeError)
      expect(await ids()).toEqual(['stands'])
    })

    test('a missing value is a violated constraint', async () => {
      const missing = write(['new'], { subject: null as unknown as string })
      await expect(missing).rejects.toBeInstanceOf(ConstraintViolated)
      expect(await ids()).toEqual([])
    })

    test('an insert may ignore a key that exists already, and counts as no change', async () => {
      await write(['a'])
      const { numInsertedOrUpdatedRows } = await database.write((transaction) =>
        transaction
          .insertInto('letter')
          .values({ ...letter, id: 'a', subject: 'Second' })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirstOrThrow(),
      )
      expect(numInsertedOrUpdatedRows).toBe(0n)
      const query = database.read.selectFrom('letter').select('subject')
      expect(await query.execute()).toEqual([{ subject: letter.subject }])
    })

    test('a mistake leaves what others write at the same time untouched', async () => {
      const named = (number: number) => `job-${String(number).padStart(2, '0')}`
      const settled = await Promise.allSettled(
        Array.from({ length: 60 }, (_, number) =>
          database.write(async (transaction) => {
            await insert(transaction, named(number))
            if (number % 3 === 1) await insert(transaction, named(number))
            if (number % 3 === 2) await nonsense.execute(transaction)
          }),
        ),
      )
      const right = settled.flatMap((_, number) => (number % 3 === 0 ? [named(number)] : []))
      expect(await ids()).toEqual(right)
      settled.forEach((outcome, number) => {
        expect(outcome.status, `job ${number}`).toBe(number % 3 === 0 ? 'fulfilled' : 'rejected')
        const reason = outcome.status === 'rejected' ? outcome.reason : undefined
        expect(reason instanceof ConstraintViolated, `job ${number}`).toBe(number % 3 === 1)
      })
    })

    test('of many who write the same key at once, one writes it', async () => {
      const settled = await Promise.allSettled(Array.from({ length: 30 }, () => write(['same'])))
      const statuses = settled.map(({ status }) => status)
      expect(statuses.filter((status) => status === 'fulfilled')).toHaveLength(1)
      expect(await ids()).toEqual(['same'])
    })

    test('of many who look first, all see what the one before has written', async () => {
      await write(['counted'], { attempts: 0 })
      const one = database.read.selectFrom('letter').select('attempts').where('id', '=', 'counted')
      const counted = await Promise.all(
        Array.from({ length: 6 }, () =>
          database.write(async (transaction) => {
            const { attempts } = await transaction
              .selectFrom('letter')
              .select('attempts')
              .where('id', '=', 'counted')
              .executeTakeFirstOrThrow()
            const next = { attempts: attempts + 1 }
            await transaction.updateTable('letter').set(next).where('id', '=', 'counted').execute()
            return attempts
          }),
        ),
      )
      expect(counted.toSorted()).toEqual([0, 1, 2, 3, 4, 5])
      expect(await one.execute()).toEqual([{ attempts: 6 }])
    })

    test('of many who write what comes next, each writes another, whatever they have read', async () => {
      await write(['next'], { attempts: 0 })
      const next = (transaction: Transaction) =>
        transaction.selectFrom('letter').select('attempts').where('id', '=', 'next')
      await Promise.all(
        Array.from({ length: 6 }, () =>
          database.write(async (transaction) => {
            const { attempts } = await next(transaction).executeTakeFirstOrThrow()
            const node = { id: String(attempts), hash: 'x' }
            await transaction.insertInto('log_node').values(node).execute()
            const then = { attempts: attempts + 1 }
            await transaction.updateTable('letter').set(then).where('id', '=', 'next').execute()
          }),
        ),
      )
      expect(await database.read.selectFrom('log_node').select('id').execute()).toHaveLength(6)
    })

    test('a statement that nobody waited for is refused when its transaction is over', async () => {
      const over = Promise.withResolvers<void>()
      let late: Promise<unknown> = Promise.resolve()
      await database.write(async (transaction) => {
        await insert(transaction, 'a')
        late = over.promise.then(() => insert(transaction, 'late'))
      })
      over.resolve()
      await expect(late).rejects.toThrow(/over/)
      expect(await ids()).toEqual(['a'])
    })

    test('a read sees everything that a write has returned for', async () => {
      await Promise.all(
        Array.from({ length: 200 }, async (_, number) => {
          const id = `letter-${number}`
          await write([id])
          expect(await idsQuery(database.read).where('id', '=', id).execute()).toEqual([{ id }])
        }),
      )
    })

    describe('questions that are read together', () => {
      test('give the rows of each, in order', async () => {
        const { read, readTogether } = database
        await write(['a', 'b'])
        const none = read.selectFrom('application').select('name')
        const last = read.selectFrom('letter').select('subject').where('id', '=', 'b')
        expect(await readTogether([idsQuery(read), none, last])).toEqual([
          [{ id: 'a' }, { id: 'b' }],
          [],
          [{ subject: letter.subject }],
        ])
        expect(await readTogether([])).toEqual([])
      })

      test('see one state, though another is committed while they run', async () => {
        const { read, readTogether } = database
        const count = read.selectFrom('letter').select(({ fn }) => fn.countAll().as('letters'))
        // Takes as long as many commits.
        const slow = read
          .selectFrom(['letter as a', 'letter as b', 'letter as c'])
          .select(({ fn, ref }) => fn.max(ref('a.due_at')).as('last'))
          .whereRef('a.body', '<=', 'b.body')
          .whereRef('b.body', '<=', 'c.body')
        const atFirst = Array.from({ length: 150 }, (_, number) => `first-${number}`)
        await write(atFirst)

        const reading = { isOver: false }
        let written = 0
        const writing = (async () => {
          for (; !reading.isOver; written += 1) await write([`later-${written}`])
        })()
        const before = written
        const [seen, , seenLast] = await readTogether([count, slow, count])
        const meanwhile = written - before
        reading.isOver = true
        await writing
        expect(seenLast).toEqual(seen)
        expect(Number(seen[0]?.letters)).toBeGreaterThanOrEqual(atFirst.length + before)
        expect(meanwhile).toBeGreaterThan(1)
      })

      test('are all refused for a mistake in one, and the next are not', async () => {
        const { read, readTogether } = database
        const right = idsQuery(read)
        await expect(readTogether([right, nonsense.compile(read)])).rejects.toBeInstanceOf(Error)
        await write(['a'])
        expect(await readTogether([right, right])).toEqual([[{ id: 'a' }], [{ id: 'a' }]])
      })
    })

    test('a read cannot write, and a wrong one is refused', async () => {
      const deleting = sql`DELETE FROM letter`
      await write(['a'])
      await expect(deleting.execute(database.read)).rejects.toThrow(/./)
      await expect(nonsense.execute(database.read)).rejects.toThrow(/./)
      await expect(database.readTogether([deleting.compile(database.read)])).rejects.toThrow(/./)
      expect(await ids()).toEqual(['a'])
    })

    test('after closing, everything is refused as unavailable, and closing again is no error', async () => {
      await Promise.all([database.close(), database.close()])
      await database.close()
      await expect(write(['a'])).rejects.toBeInstanceOf(Unavailable)
      await expect(ids()).rejects.toBeInstanceOf(Unavailable)
    })

    test('close finishes what was asked before, and what was written is there again', async () => {
      const asked = Array.from({ length: 100 }, (_, number) => write([`letter-${number}`]))
      const reading = ids()
      await database.close()
      expect(await Promise.all(asked)).toHaveLength(100)
      expect(Array.isArray(await reading)).toBe(true)

      database = await place.open()
      expect(await ids()).toHaveLength(100)
    })
  })
}

const letter = {
  created_at: '2026-01-02T03:04:05.678Z',
  to_name: 'Asha Rao',
  to_address: 'asha@example.com',
  subject: 'Hello',
  body: 'A letter.',
  attempts: 0,
  due_at: '2026-01-02T03:04:05.678Z',
}
