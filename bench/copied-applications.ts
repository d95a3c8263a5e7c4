import { readConfig } from '@naic/house/config.ts'
import { openStorage } from '@naic/house/storage.ts'
import { insertRows } from '@naic/store/database/insert-rows.ts'

const atOnce = 5_000

export const resumeKeyOf = (number: number) =>
  `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

/**
 * Stores copies of the first application and of its letter, each with an applicant and a time of its own. Those
 * that are decided were declined.
 *
 * @param from their first number. @param letters how many each has; all were sent.
 * @returns the key of the first one's resume.
 */
export async function copyApplications(
  settings: Record<string, string>,
  from: number,
  to: number,
  { letters, isDecided }: { letters: number; isDecided: (number: number) => boolean },
): Promise<string> {
  await using storage = await openStorage(readConfig(settings))
  const { read, write } = storage.database
  const first = read.selectFrom('application').selectAll().orderBy('received_at')
  const application = await first.executeTakeFirstOrThrow()
  const ofApplicants = read.selectFrom('letter').selectAll().where('id', 'like', '%-applicant')
  const letter = await ofApplicants.executeTakeFirstOrThrow()

  const copyOf = (number: number) => {
    const id = number.toString(16).padStart(8, '0') + application.id.slice(8)
    const at = new Date(Date.UTC(2026, 0, 1) + number * 7_000).toISOString()
    const email = `somebody${number}@example.com`
    const college = `College ${number % 8_000} of Engineering`
    const sent = { to_address: email, created_at: at, due_at: at, sent_at: at }
    const decided = { application_id: id, status: 'declined', changed_at: at } as const
    const of = { id, received_at: at, email, college, resume_key: resumeKeyOf(number) }
    return {
      application: { ...application, ...of },
      letters: Array.from({ length: letters }, (_, nth) => {
        return {
          ...letter,
          ...sent,
          turn: null,
          leased_until: null,
          id: `${id}-${nth}`,
          about_id: id,
        }
      }),
      status: isDecided(number) ? [{ ...decided, changes: 1 }] : [],
      change: isDecided(number)
        ? [{ ...decided, number: 1, settles_at: at, changed_by: 'nandini' }]
        : [],
    }
  }

  for (let begin = from; begin < to; begin += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, to - begin) }, (_, at) => begin + at)
    const copies = numbers.map(copyOf)
    await write(async (transaction) => {
      const applications = copies.map((one) => one.application)
      await insertRows(transaction, 'application', applications)
      const ofAll = copies.flatMap((one) => one.letters)
      await insertRows(transaction, 'letter', ofAll)
      const statuses = copies.flatMap((one) => one.status)
      await insertRows(transaction, 'application_status', statuses)
      const changes = copies.flatMap((one) => one.change)
      await insertRows(transaction, 'status_change', changes)
    })
  }
  return application.resume_key
}
