import type { CompiledQuery, Insertable } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Unavailable } from '#unavailable.ts'
import { ConstraintViolated, type Database } from './database.ts'
import type { Tables } from './tables.ts'

/** Somewhere a database can be: opened, closed and opened again; gone in the end. */
export type DatabasePlace = { open: () => Promise<Database>; remove: () => Promise<void> }

/**
 * The contract of {@link Database}, for every backend.
 *
 * @param findPlace an empty place, another one each time.
 */
export function describeDatabase(name: string, findPlace: () => Promise<DatabasePlace>): void {
  describe(`${name} as a database`, () => {
    let place: DatabasePlace
    let database: Database
    beforeEach(async () => {
      place = await findPlace()
      database = await place.open()
    })
    afterEach(async () => {
      await database.close()
      await place.remove()
    })

    const insert = (id: string, changes: Partial<Insertable<Tables['letter']>> = {}) =>
      database.build
        .insertInto('letter')
        .values({ ...letter, id, ...changes })
        .compile()
    const ids = async () => {
      const query = database.build.selectFrom('letter').select('id').orderBy('id').compile()
      return (await database.read(query)).map(({ id }) => id)
    }

    test('atomic gives a result for each statement, in order', async () => {
      const { build } = database
      const results = await database.atomic([
        insert('a'),
        insert('b'),
        build.updateTable('letter').set({ subject: 'Changed' }).compile(),
        build.selectFrom('letter').select(['id', 'subject']).orderBy('id').compile(),
        build.deleteFrom('letter').where('id', '=', 'b').compile(),
        build.deleteFrom('letter').where('id', '=', 'none').compile(),
      ])
      expect(results.map(({ changes }) => changes)).toEqual([1, 1, 2, 0, 1, 0])
      expect(results.map(({ rows }) => rows)).toEqual([
        [],
        [],
        [],
        [
          { id: 'a', subject: 'Changed' },
          { id: 'b', subject: 'Changed' },
        ],
        [],
        [],
      ])
      expect(await ids()).toEqual(['a'])
    })

    test('a statement that changes and returns rows is counted as well', async () => {
      const { build } = database
      const returning = build.updateTable('letter').set({ attempts: 7 }).returning('id').compile()
      const [, result] = await database.atomic([insert('a'), returning])
      expect(result).toEqual({ rows: [{ id: 'a' }], changes: 1 })
    })

    test('values come back as they went in', async () => {
      const values = {
        to_name: 'आशा "the \\ quote" O’Rao; --',
        body: `two\nlines\tand ${'long '.repeat(20_000)}😀`,
        reply_to_name: null,
        attempts: 2_147_483_647,
      }
      await database.atomic([insert('a', values)])
      const query = database.build.selectFrom('letter').selectAll().compile()
      expect(await database.read(query)).toEqual([{ ...letter, ...values, id: 'a' }])
    })

    test('atomic is all or nothing', async () => {
      await database.atomic([insert('stands')])
      await expect(
        database.atomic([insert('before'), insert('stands'), insert('after')]),
      ).rejects.toBeInstanceOf(ConstraintViolated)
      expect(await ids()).toEqual(['stands'])
    })

    test.each([
      ['a key that exists already', { id: 'stands' }],
      ['a missing value', { subject: null as unknown as string }],
    ])('%s is a violated constraint', async (_what, changes) => {
      await database.atomic([insert('stands')])
      await expect(database.atomic([insert('new', changes)])).rejects.toBeInstanceOf(
        ConstraintViolated,
      )
      expect(await ids()).toEqual(['stands'])
    })

    test('an insert may ignore a key that exists already, and counts as no change', async () => {
      const values = { ...letter, id: 'a', subject: 'Second' }
      const [, second] = await database.atomic([
        insert('a'),
        database.build
          .insertInto('letter')
          .values(values)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .compile(),
      ])
      expect(second?.changes).toBe(0)
      const query = database.build.selectFrom('letter').select('subject').compile()
      expect(await database.read(query)).toEqual([{ subject: letter.subject }])
    })

    test('a mistake leaves what others write at the same time untouched', async () => {
      const nonsense = { ...insert('never'), sql: 'insert into nothing', parameters: [] }
      const jobs = Array.from({ length: 60 }, (_, number): CompiledQuery[] => {
        const own = insert(`job-${String(number).padStart(2, '0')}`)
        if (number % 3 === 1) return [own, own]
        return number % 3 === 2 ? [own, nonsense] : [own]
      })
      const settled = await Promise.allSettled(jobs.map((job) => database.atomic(job)))

      const right = jobs.flatMap((_, number) => (number % 3 === 0 ? [number] : []))
      expect(await ids()).toEqual(right.map((number) => `job-${String(number).padStart(2, '0')}`))
      settled.forEach((outcome, number) => {
        expect(outcome.status, `job ${number}`).toBe(number % 3 === 0 ? 'fulfilled' : 'rejected')
        const reason = outcome.status === 'rejected' ? outcome.reason : undefined
        expect(reason instanceof ConstraintViolated, `job ${number}`).toBe(number % 3 === 1)
      })
    })

    test('of many who write the same key at once, one writes it', async () => {
      const settled = await Promise.allSettled(
        Array.from({ length: 30 }, () => database.atomic([insert('same')])),
      )
      const statuses = settled.map(({ status }) => status)
      expect(statuses.filter((status) => status === 'fulfilled')).toHaveLength(1)
      expect(await ids()).toEqual(['same'])
    })

    test('a read sees everything that an atomic has returned for', async () => {
      await Promise.all(
        Array.from({ length: 200 }, async (_, number) => {
          await database.atomic([insert(`letter-${number}`)])
          const query = database.build
            .selectFrom('letter')
            .select('id')
            .where('id', '=', `letter-${number}`)
            .compile()
          expect(await database.read(query)).toEqual([{ id: `letter-${number}` }])
        }),
      )
    })

    test('a read that finds nothing gives no rows, and a wrong one is refused', async () => {
      expect(await ids()).toEqual([])
      const wrong = { ...insert('a'), sql: 'select * from nothing', parameters: [] }
      await expect(database.read(wrong)).rejects.toBeInstanceOf(Error)
      expect(await ids()).toEqual([])
    })

    describe('statements that are read together', () => {
      test('give the rows of each, in order', async () => {
        const { build, readTogether } = database
        await database.atomic([insert('a'), insert('b')])
        const first = build.selectFrom('letter').select('id').orderBy('id').compile()
        const none = build.selectFrom('application').select('name').compile()
        const last = build.selectFrom('letter').select('subject').where('id', '=', 'b').compile()
        expect(await readTogether([first, none, last])).toEqual([
          [{ id: 'a' }, { id: 'b' }],
          [],
          [{ subject: letter.subject }],
        ])
        expect(await readTogether([])).toEqual([])
      })

      test('see one state, though another is committed while they run', async () => {
        const { build, readTogether } = database
        const count = build
          .selectFrom('letter')
          .select(({ fn }) => fn.countAll().as('letters'))
          .compile()
        // Takes as long as many commits.
        const slow = build
          .selectFrom(['letter as a', 'letter as b', 'letter as c'])
          .select(({ fn, ref }) => fn.max(ref('a.due_at')).as('last'))
          .whereRef('a.body', '<=', 'b.body')
          .whereRef('b.body', '<=', 'c.body')
          .compile()
        const atFirst = Array.from({ length: 150 }, (_, number) => insert(`first-${number}`))
        await database.atomic(atFirst)

        const reading = { isOver: false }
        let written = 0
        const writing = (async () => {
          for (; !reading.isOver; written += 1) await database.atomic([insert(`later-${written}`)])
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
        const { build, readTogether } = database
        const right = build.selectFrom('letter').select('id').compile()
        const wrong = { ...right, sql: 'select * from nothing', parameters: [] }
        await expect(readTogether([right, wrong])).rejects.toBeInstanceOf(Error)
        await database.atomic([insert('a')])
        expect(await readTogether([right, right])).toEqual([[{ id: 'a' }], [{ id: 'a' }]])
      })
    })

    test('atomic with nothing to do does nothing', async () => {
      expect(await database.atomic([])).toEqual([])
    })

    test('a read cannot write', async () => {
      await expect(database.read(insert('a'))).rejects.toThrow(/./)
      expect(await ids()).toEqual([])
    })

    test('after closing, everything is refused as unavailable, and closing again is no error', async () => {
      await Promise.all([database.close(), database.close()])
      await database.close()
      await expect(database.atomic([insert('a')])).rejects.toBeInstanceOf(Unavailable)
      await expect(ids()).rejects.toBeInstanceOf(Unavailable)
    })

    test('close finishes what was asked before, and what was written is there again', async () => {
      const asked = Array.from({ length: 100 }, (_, number) =>
        database.atomic([insert(`letter-${number}`)]),
      )
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
  reply_to_name: 'Staff',
  reply_to_address: 'staff@example.org',
  subject: 'Hello',
  body: 'A letter.',
  attempts: 0,
  due_at: '2026-01-02T03:04:05.678Z',
  sent_at: null,
  last_failure: null,
  failing_since: null,
  refused_at: null,
  gave_up_at: null,
  leased_until: null,
  resent: 0,
  held_at: null,
  turn: null,
  answers: null,
  rank: 0,
}
