import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '@naic/house/config.ts'
import { openCertificates } from '@naic/house/open-certificates.ts'
import { buildCredential } from '@naic/ledger/format/credential.ts'
import { createJcsProof } from '@naic/ledger/format/jcs-proof.ts'
import { credentialHash, type LogEntry } from '@naic/ledger/format/log-entry.ts'
import { findEvidence } from '@naic/registry/certificate-evidence.ts'
import type { Draft } from '@naic/registry/issuing/draft-certificates.ts'
import { findRepeats } from '@naic/registry/issuing/find-repeats.ts'
import { findIssued, toAddition } from '@naic/registry/issuing/issue-certificates.ts'
import type { Order } from '@naic/registry/issuing/order.ts'
import { StatusList } from '@naic/registry/issuing/status-list-credential.ts'
import { didOfRegistry } from '@naic/registry/keys/registry-keys.ts'
import type { Registry } from '@naic/registry/registry.ts'
import { Growth } from './growth.ts'

/**
 * What grows with the number of certificates: processor time, user and system, of what server and
 * staff do with a registry of each size. All of its certificates were issued within the day.
 *
 *     node bench/growth-of-certificates.ts               1,000, 10,000 and 100,000
 *     node bench/growth-of-certificates.ts 1000 1000000
 *
 * The certificates that fill it have the one proof that the site checks (eddsa-jcs-2022) and are logged,
 * stored as all are; one in a hundred is revoked. The measured ones are signed with both.
 */
const given = process.argv.slice(2).map(Number)
const sizes = given.length > 0 ? given : [1_000, 10_000, 100_000]
const atOnce = 2_000
const ofBatch = 500
const lookups = 200

const folder = await mkdtemp(path.join(tmpdir(), 'naic-bench-'))
const environment = { DATA_DIR: path.join(folder, 'data'), SITE_URL: 'http://localhost:3000' }
const growth = new Growth()
let filled = 0
let place = 0
try {
  for (const size of sizes) await measure(size)
} finally {
  await rm(folder, { recursive: true })
}
growth.print(sizes)

async function measure(size: number): Promise<void> {
  const begun = performance.now()
  {
    await using opened = await openCertificates(readConfig(environment), 'to issue')
    await fill(opened.registry, size)
  }
  const seconds = (performance.now() - begun) / 1000
  console.error(`${size} certificates after ${seconds.toFixed()} s`)
  const { size: bytes } = await stat(path.join(environment.DATA_DIR, 'naic.sqlite'))
  growth.enter('database, MB', bytes / 1_000_000)
  await insideServer()
  await byCommand(size)
}

async function insideServer(): Promise<void> {
  let from = process.cpuUsage()
  await using opened = await openCertificates(readConfig(environment), 'to issue')
  growth.enter('opening the registry', sinceMs(from))
  const { registry } = opened
  const { read } = registry.database
  const ids = read.selectFrom('certificate').select('id').orderBy('hash').limit(lookups)
  const some = await ids.execute()
  from = process.cpuUsage()
  for (const { id } of some) await findEvidence(registry, id)
  growth.enter('a look-up', sinceMs(from) / some.length)
  from = process.cpuUsage()
  await new StatusList(registry).credential()
  growth.enter('signing the status list', sinceMs(from))
  const orders = Array.from({ length: ofBatch }, (_, at) => orderOf(`new-${at}`))
  from = process.cpuUsage()
  await findIssued(registry, orders)
  growth.enter(`references of ${ofBatch} orders`, sinceMs(from))
  from = process.cpuUsage()
  await findRepeats(registry, orders)
  growth.enter(`repeats of ${ofBatch} orders`, sinceMs(from))
}

async function byCommand(size: number): Promise<void> {
  const sheet = path.join(folder, 'batch.csv')
  const [columns, of] = ['reference,holder,domain,duration,verified_on', orderOf]
  const lines = Array.from({ length: ofBatch }, (_, at) => {
    const { reference, holder, domain, duration, verifiedOn } = of(`batch-${size}-${at}`)
    return [reference, holder, domain, duration, verifiedOn].join(',')
  })
  await writeFile(sheet, [columns, ...lines].join('\n'))
  await council(`a batch of ${ofBatch}`, 'certificates', 'issue', '--sheet', sheet, '--yes')
  await council('the same again', 'certificates', 'issue', '--sheet', sheet)
  await council('`doctor`', 'doctor')
  await council('`check`', 'check')
  await council('`log verify`', 'log', 'verify')
  await council('`backup`', 'backup', path.join(folder, `${size}.tar`))
  await rm(path.join(folder, `${size}.tar`), { force: true })
}

const council = (what: string, ...words: string[]) => growth.council(environment, what, ...words)

/** The database's thread is one of this process. */
function sinceMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function orderOf(reference: string): Order {
  const letters = [...reference].map((sign) => String.fromCharCode(sign.charCodeAt(0) | 0x40))
  const facts = { domain: 'Web Development', duration: '4 Weeks', verifiedOn: '2026-03-14' }
  return { ...facts, holder: `Asha ${letters.join('')}`, reference, email: undefined }
}

async function fill(registry: Registry, size: number): Promise<void> {
  const { read } = registry.database
  const drawn = await read.selectFrom('certificate').select('status_index').execute()
  const taken = new Set(drawn.map((row) => row.status_index))
  while (filled < size) {
    const count = Math.min(atOnce, size - filled)
    const drafts = await registry.log.append(async (firstIndex, keys) => {
      const did = didOfRegistry(registry.siteUrl, keys)
      const { name, sign } = await registry.privateKeys.signer(keys, 'credentials')
      const verificationMethod = `${did.id}#${name}`
      const now = new Date().toISOString()
      const created = `${now.slice(0, 19)}Z`
      const result = await Promise.all(
        Array.from({ length: count }, async (_, at) => {
          const order = orderOf(String(filled + at))
          const id = idOf(filled + at)
          const statusIndex = nextFree(taken)
          const by = { did: did.id, name: registry.issuer.name }
          const unsigned = buildCredential({ ...order, id }, by, registry.siteUrl, statusIndex)
          const proof = await createJcsProof({ ...unsigned }, { verificationMethod, sign, created })
          const secured = { ...unsigned, proof: [proof] }
          const hash = await credentialHash(secured)
          const credential = JSON.stringify(secured)
          return { ...order, id, statusIndex, credential, hash, issuedAt: now }
        }),
      )
      return { result, ...toAddition(registry, result, firstIndex) }
    })
    await revoke(
      registry,
      drafts.filter((_, at) => at % 100 === 0),
    )
    filled += count
  }
}

/** In the signs of an ID, which are a number's to the base of 32 without 0, 1, I and O. */
function idOf(number: number): string {
  const others: Record<string, string> = { 0: 'w', 1: 'x', i: 'y', o: 'z' }
  const signs = [...number.toString(32).padStart(8, '0')]
  return `NAIC99${signs.map((sign) => others[sign] ?? sign).join('')}`.toUpperCase()
}

function nextFree(taken: Set<number>): number {
  while (taken.has(place)) place += 1
  taken.add(place)
  return place
}

async function revoke({ log }: Registry, drafts: readonly Draft[]): Promise<void> {
  await log.append(async (firstIndex) => {
    const at = new Date().toISOString()
    const entries = drafts.map(({ hash }): LogEntry => ({ v: 2, t: 'revoke', h: hash, at }))
    const taken = drafts.map(({ id }, of) => ({
      certificate_id: id,
      reason: 'wrong details',
      revoked_at: at,
      log_index: firstIndex + of,
    }))
    return {
      result: undefined,
      entries,
      store: async (transaction) => {
        await transaction.insertInto('revocation').values(taken).execute()
      },
    }
  })
}
