import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import type { Config } from '@naic/house/config.ts'
import { resumePlaceFault } from '@naic/house/resume-place.ts'
import { databaseFile } from '@naic/house/storage.ts'
import { counted } from '@naic/store/sheets/printable-text.ts'
import { erasePerson, mayErase } from '#privacy/erase-person.ts'
import { findCandidates, mostCandidates, whoIsMeant } from '#privacy/find-candidates.ts'
import { type Asked, nothingUnder } from '#privacy/find-person.ts'
import { openPerson, personArchive } from '#privacy/hand-over.ts'
import { type ErasurePlan, findLostResumes, planErasure } from '#privacy/plan-erasure.ts'
import { describePerson, resumeFileOf } from '#privacy/show-person.ts'
import { type DeskServices, isSameSeal } from './desk-services.ts'

/**
 * A reference or an address leads to the person; a telephone or a name, which people share, only to a list.
 *
 * @param who as the journal names them: it says that a person's data were shown.
 */
export async function findPeople(services: DeskServices, typed: string, who: string) {
  const meant = whoIsMeant(typed)
  if (!meant) return nobody(notWhom)
  if ('reference' in meant || 'email' in meant) return readPerson(services, meant, who)
  const { candidates, areMore } = await findCandidates(services.database, meant)
  if (candidates.length > 0) {
    /** `most` is how many are listed if there are more. */
    const most = areMore ? mostCandidates : null
    return { state: 'candidates' as const, candidates, most }
  }
  const what = 'phone' in meant ? 'telephone' : 'name'
  return nobody(`Nothing is held under this ${what}.`)
}
export type PeopleFound = Awaited<ReturnType<typeof findPeople>>
/** All that is held of a person, in words. */
export type HeldPerson = Extract<PeopleFound, { state: 'person' }>['person']

const nobody = (detail: string) => ({ state: 'nobody', detail }) as const

const notWhom =
  'Type a reference such as NAIC-7F3K-92QD, a whole email address, a telephone number or a name.'

async function readPerson(services: DeskServices, whom: Asked, who: string) {
  const found = await open(services, whom, { who, how: 'shown at the desk' })
  if ('detail' in found) return found
  const { held, addresses } = found
  const lost = await findLostResumes(services.files, held)
  const person = {
    whom,
    /** That everything was sent from; null if only a trace without one is left. */
    address: addresses[0] ?? null,
    /** Applications and messages. */
    sent: held.ids.map((id) => ({ id, reference: referenceOf(id) })),
    sections: describePerson(found),
    /** Names that resumes would have in the file, and that are not where resumes are kept. */
    resumesMissing: lost.map(resumeFileOf),
  }
  return { state: 'person' as const, person }
}

const open = async (
  { registry, config }: DeskServices,
  whom: Asked,
  deed: { who: string; how: string },
) => openPerson(await registry(), whom, config, { ...deed, now: new Date() })

/** All that is held of a person as one zip, the same as `council person` writes. */
export async function exportPerson(services: DeskServices, whom: Asked, who: string) {
  const { config, files } = services
  const found = await open(services, whom, { who, how: 'saved as a file from the desk' })
  return 'detail' in found ? found : personArchive(found, { ...config, files })
}

/** A reference means that application or message alone, an address everything that has it. */
type AskedErasure = { whom: Asked; withCertificates: boolean }

/** What an erasure would take and leave. */
export const showErasure = async (services: DeskServices, asked: AskedErasure) =>
  (await plan(services, asked)).shown
export type ShownErasure = Awaited<ReturnType<typeof showErasure>>

/** Erases what was shown, and nothing else. */
export async function eraseAsShown(
  services: DeskServices,
  { seal, ...asked }: AskedErasure & { seal: string },
  who: string,
) {
  const { shown, erasure } = await plan(services, asked)
  if (shown.state !== 'planned' || !erasure) return shown
  if (!isSameSeal(shown.seal, seal)) return { state: 'changed' as const }
  const places = { ...services.config, files: services.files }
  const erased = await erasePerson(services.database, places, erasure, { who, now: new Date() })
  return {
    state: 'done' as const,
    removed: shown.goes.join('; '),
    stays: shown.stays,
    /** The server may just be sending a letter that was removed. */
    isOneOnItsWay: erased.waiting > 0,
    /** Resumes that the running server removes later, since no row names them. */
    resumesLeft: erased.resumesLeft,
    /** Whether nothing of it is left in the database's file. */
    isClean: await cleanFiles(services),
  }
}
export type ErasureDone = Extract<Awaited<ReturnType<typeof eraseAsShown>>, { state: 'done' }>

/**
 * `forgetDeletedRows`, in a thread of its own: others are answered meanwhile.
 *
 * @returns false if what was erased may still be in the database's file: then it is tried again.
 */
export async function cleanFiles({ config }: DeskServices): Promise<boolean> {
  if (config.database) return true
  const thread = new Worker(new URL('./forget-thread.ts', import.meta.url), {
    workerData: databaseFile(config.dataDir),
  })
  try {
    const [isForgotten] = (await once(thread, 'message')) as [boolean]
    return isForgotten
  } finally {
    await thread.terminate()
  }
}

async function plan(services: DeskServices, { whom, withCertificates }: AskedErasure) {
  const { config, database, files, seals } = services
  if (!(await mayErase(database))) return refused(noRight)
  const places = { ...config, files }
  const erasure = await planErasure(await services.registry(), whom, places, withCertificates)
  if (erasure.state === 'nobody') return refused(erasure.detail)
  const away = (await resumePlaceFault(config, database)) ?? whatIsElsewhere(config, erasure)
  if (away) return refused(`${away} ${askOperator}`)
  const { held, letterFiles, certificates, goes, stays } = erasure
  if (goes.length === 0) {
    /** Certificates are held, and would go if that were asked for. */
    const canGo = erasure.leavesCertificates
    return { shown: { state: 'nothing' as const, detail: nothingUnder(whom), canGo } }
  }
  const letters = held.rows.letter.map(({ id }) => id)
  const taken = { ids: held.ids, letters, letterFiles, certificates }
  const seal = seals.of({ erasure: { whom, taken, goes, stays } })
  return { shown: { state: 'planned' as const, seal, goes, stays }, erasure }
}

const refused = (detail: string) => ({
  shown: { state: 'refused' as const, detail },
  erasure: undefined,
})

const noRight =
  'At this desk nobody may erase yet. Ask the person who runs the server: they can allow it here, or erase it themselves.'
const askOperator =
  'Nothing can be erased from here. Ask the person who runs the server, who can erase it where these files are.'

/**
 * What an erasure would have to remove and this machine does not have: resumes; and letters, which without a
 * relay are files of the machine that sent them. Rows of SQLite are beside these files.
 */
function whatIsElsewhere(
  { database, mailRelay }: Config,
  { resumesMissing: resumes, held, letterFiles }: ErasurePlan,
): string | undefined {
  if (resumes.length > 0) {
    return `${counted(resumes.length, 'resume')} of theirs cannot be found where this desk looks for resumes.`
  }
  if (!database || mailRelay) return undefined
  const here = new Set(letterFiles)
  const sent = held.rows.letter.filter(({ sent_at, to_address }) => sent_at && to_address !== '')
  const away = sent.filter(({ id }) => !here.has(`${id}.eml`)).length
  if (away === 0) return undefined
  return `Without a mail relay, letters are files of the machine that sent them, and ${counted(away, 'letter')} to them or about them cannot be found on this one.`
}
