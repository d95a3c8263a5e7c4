import { ConstraintViolated, type Database } from '#server/database/database.ts'

export type EraseResult =
  /** `key`, in Base64, is what is not to be found any more wherever the database keeps its rows. */
  { state: 'erased' | 'already'; at: string; key: string | undefined } | { state: 'unknown' }

/** Under which id the outbox has the letter that told of a certificate. */
export const letterOf = (id: string) => `certificate-${id}`

/**
 * Destroys the key of a certificate, so that nobody can read it any more, and empties the letter that
 * told of it. The row stays as it is, and so does its entry in the log: every proof of every other
 * certificate goes through it. When this returns, that survives a crash.
 *
 * @throws `Unavailable` when it cannot be done now.
 */
export async function eraseCertificate(
  database: Database,
  id: string,
  now = new Date(),
): Promise<EraseResult> {
  const { build, atomic } = database
  const before = await stateOf(database, id)
  if (!before) return { state: 'unknown' }
  const { erased_at, key } = before
  const at = erased_at ?? now.toISOString()
  const destroy = build.deleteFrom('certificate_key').where('certificate_id', '=', id).compile()
  const say = build.insertInto('erasure').values({ certificate_id: id, erased_at: at }).compile()
  try {
    // A letter that still waits counts as sent: nothing is left that could be.
    const empty = [
      letterWords(build, id).compile(),
      letterWords(build, id).set({ sent_at: at }).where('sent_at', 'is', null).compile(),
    ]
    await atomic([destroy, ...(erased_at ? [] : [say]), ...empty])
    return { state: erased_at ? 'already' : 'erased', at, key: key ?? undefined }
  } catch (error) {
    const since = error instanceof ConstraintViolated ? await stateOf(database, id) : undefined
    if (!since?.erased_at) throw error
    return { state: 'already', at: since.erased_at, key: key ?? undefined }
  }
}

async function stateOf({ build, read }: Database, id: string) {
  const query = build
    .selectFrom('certificate')
    .leftJoin('certificate_key', 'certificate_key.certificate_id', 'id')
    .leftJoin('erasure', 'erasure.certificate_id', 'id')
    .select(['erased_at', 'key'])
    .where('id', '=', id)
  const [row] = await read(query.compile())
  return row
}

const letterWords = (build: Database['build'], id: string) =>
  build
    .updateTable('letter')
    .set({ to_name: '', to_address: '', subject: 'Erased', body: '', last_failure: null })
    .where('id', '=', letterOf(id))
