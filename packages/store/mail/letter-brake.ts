import type { Database } from '../database/database.ts'

const hourMs = 60 * 60 * 1000
/** How far the clocks of copies may differ. What was sent under a clock far ahead is not counted. */
const graceMs = 60_000

/** Of an hour's letters. The rest is the staff's: a flood of forms must not hold up a decision or certificate. */
const shareOfForms = 3 / 4

/** How many letters of each rank may go out now. */
export type Room = { ofStaff: number; ofForm: number }

/**
 * How many letters may go out now, of those within any hour. Nothing is dropped: what is too much waits. It
 * counts the sent letters in the database, so the limit holds for all copies of the program together and
 * after a restart; what others have under way may exceed it.
 *
 * @param perHour Infinity for no limit.
 * @param underWay how many are being handed over here.
 */
export async function roomNow(
  { read }: Pick<Database, 'read'>,
  perHour: number,
  underWay: number,
): Promise<Room> {
  if (perHour === Infinity) return { ofStaff: Infinity, ofForm: Infinity }
  const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()
  const sent = read
    .selectFrom('letter')
    .select('id')
    .where('sent_at', '>', fromNow(-hourMs))
    .where('sent_at', '<=', fromNow(graceMs))
    // There is no room for more, however many more were sent.
    .limit(perHour)
  const counted = read.selectFrom(sent.as('sent')).select(({ fn }) => fn.countAll().as('count'))
  const { count } = await counted.executeTakeFirstOrThrow()
  const left = (most: number) => Math.max(0, most - Number(count) - underWay)
  return { ofStaff: left(perHour), ofForm: left(Math.ceil(perHour * shareOfForms)) }
}
