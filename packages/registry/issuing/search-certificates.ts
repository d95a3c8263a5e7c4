import { readFacts } from '@naic/ledger/format/credential.ts'
import type { Database } from '@naic/store/database/database.ts'
import { dayInIndia, readDay } from '@naic/store/sheets/indian-day.ts'
import { readKeys } from '../keys/registry-keys.ts'
import type { Registry } from '../registry.ts'
import { type ListedCertificate, listCertificates, listCertificatesOf } from './find-certificate.ts'
import { openCredential, type Standing, standingOf } from './stored-certificate.ts'

/** Which certificates are looked for; each that is given must fit. Capitals and accents make no difference. */
export type CertificateFilter = {
  /** Words, each somewhere in the name, ID, reference, college or domain, or a day that it names. */
  text?: string | undefined
  /** Words of the holder's name, or parts of them. */
  name?: string | undefined
  reference?: string | undefined
  college?: string | undefined
  /** First and last day of those on which it was verified, YYYY-MM-DD. */
  since?: string | undefined
  until?: string | undefined
  state?: Standing | undefined
}

export type CertificatesFound = { certificates: ListedCertificate[]; total: number }

/** What is compared with a filter. */
type Known = {
  id: string
  log_index: number
  /** Without hyphens, as its ID is. */
  reference: string
  issuedOn: string
  /** Undefined if it was erased, or cannot be opened. */
  said: { name: string; college: string; domain: string; verifiedOn: string } | undefined
}

const rowsAtATime = 512
/** So long after the last search, nothing of it is in memory any more. */
const forgetAfterMs = 10 * 60 * 1000

/**
 * Finds certificates by what they say, which is sealed. Each is opened once and kept in this process's
 * memory, for the searches that come; later ones are added, and what was erased is dropped before anything is
 * found. Signatures are checked of those alone that are shown (decision 118).
 */
export class CertificateSearch {
  #known = new Map<string, Known>()
  #newest = -1
  #reading: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  /**
   * @param page from 1.
   * @returns those of the page, newest first, and how many there are in all.
   * @throws `Unavailable` when the database cannot be asked.
   */
  async find(
    registry: Pick<Registry, 'database' | 'siteUrl'>,
    filter: CertificateFilter,
    { page, perPage }: { page: number; perPage: number },
  ): Promise<CertificatesFound> {
    const after = (page - 1) * perPage
    const { database } = registry
    if (Object.values(filter).every((value) => !value)) {
      return {
        certificates: await listCertificates(registry, perPage, after),
        total: await countAll(database),
      }
    }
    await this.#readInTurn(database)
    const isInState = filter.state && (await stateTest(database, filter.state))
    const fits = fitting(filter)
    const ids: string[] = []
    for (const known of this.#known.values()) {
      if (fits(known) && (!isInState || isInState(known))) ids.push(known.id)
    }
    const ofPage = ids.toReversed().slice(after, after + perPage)
    return { certificates: await listCertificatesOf(registry, ofPage), total: ids.length }
  }

  /** Begins to open them, so that the first search does not wait for all. */
  prepare(database: Database): void {
    // What went wrong, the next search says.
    this.#readInTurn(database).catch(() => undefined)
  }

  #readInTurn(database: Database): Promise<void> {
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#readOn(database))
    return this.#reading
  }

  /** Takes everything out of memory. */
  forget(): void {
    clearTimeout(this.#timer)
    this.#known = new Map()
    this.#newest = -1
  }

  async #readOn(database: Database): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.forget(), forgetAfterMs).unref()
    for (;;) {
      const rows = await readAfter(database, this.#newest)
      for (const row of rows) this.#known.set(row.id, toKnown(row))
      const last = rows.at(-1)
      if (!last) break
      this.#newest = last.log_index
    }
    for (const id of await readErased(database)) {
      const known = this.#known.get(id)
      if (known) known.said = undefined
    }
  }
}

function readAfter({ read }: Pick<Database, 'read'>, after: number) {
  const query = read
    .selectFrom('certificate')
    .leftJoin('certificate_key', 'certificate_id', 'id')
    .select(['id', 'log_index', 'external_reference', 'issued_at', 'credential', 'key'])
    .where('log_index', '>', after)
    .orderBy('log_index')
    .limit(rowsAtATime)
  return query.execute()
}

function toKnown(row: Awaited<ReturnType<typeof readAfter>>[number]): Known {
  const { id, log_index, external_reference, issued_at, credential, key } = row
  return {
    id,
    log_index,
    reference: bare(folded(external_reference ?? '')),
    issuedOn: dayInIndia(new Date(issued_at)),
    said: readSealed(id, credential, key),
  }
}

/** One that does not open is found by its ID and reference, and its row then says what is wrong. */
function readSealed(id: string, credential: string, key: string | null): Known['said'] {
  if (key === null) return undefined
  try {
    const facts = readFacts(JSON.parse(openCredential(id, credential, key)))
    if (!facts) return undefined
    const { holder, college = '', domain, verifiedOn } = facts
    return { name: folded(holder), college: folded(college), domain: folded(domain), verifiedOn }
  } catch {
    return undefined
  }
}

async function readErased({ read }: Pick<Database, 'read'>): Promise<string[]> {
  const rows = await read.selectFrom('erasure').select('certificate_id').execute()
  return rows.map((row) => row.certificate_id)
}

async function countAll({ read }: Pick<Database, 'read'>): Promise<number> {
  const query = read
    .selectFrom('certificate')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
  return Number((await query.execute())[0]?.count ?? 0)
}

async function stateTest(database: Database, state: Standing) {
  const { read } = database
  const keys = await readKeys(database)
  const erased = new Set(await readErased(database))
  const query = read.selectFrom('revocation').select('certificate_id')
  const revoked = new Set((await query.execute()).map((row) => row.certificate_id))
  return ({ id, log_index }: Known) => {
    const times = {
      erased_at: erased.has(id) ? 'then' : null,
      revoked_at: revoked.has(id) ? 'then' : null,
    }
    return standingOf({ log_index, ...times }, keys) === state
  }
}

/** @returns whether a certificate fits. */
function fitting(filter: CertificateFilter): (known: Known) => boolean {
  const any = wordsOf(filter.text)
  const names = wordsOf(filter.name)
  const colleges = wordsOf(filter.college)
  const reference = bare(folded(filter.reference?.trim() ?? ''))
  const { since = '', until = '9999' } = filter
  const isDated = Boolean(filter.since ?? filter.until)
  return ({ id, reference: own, issuedOn, said }) => {
    if (!own.includes(reference)) return false
    if (isDated && !(said && said.verifiedOn >= since && said.verifiedOn <= until)) return false
    const { name = '', college = '', domain = '', verifiedOn } = said ?? {}
    if (!names.every(({ text }) => name.includes(text))) return false
    if (!colleges.every(({ text }) => college.includes(text))) return false
    return any.every(
      ({ text, code, day }) =>
        name.includes(text) ||
        college.includes(text) ||
        domain.includes(text) ||
        (code !== '' && (own.includes(code) || id.toLowerCase().includes(code))) ||
        (day !== undefined && (day === verifiedOn || day === issuedOn)),
    )
  }
}

/** As typed; as an ID or a reference is compared; and the day that it is. */
type Word = { text: string; code: string; day: string | undefined }

const wordsOf = (typed = ''): Word[] =>
  folded(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((text) => ({ text, code: bare(text), day: readDay(text) }))

/** As people write IDs and references: with or without hyphens. */
const bare = (text: string) => text.replaceAll('-', '')

/** Of letters with accents the letters; what shows nothing is left out. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]|\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
