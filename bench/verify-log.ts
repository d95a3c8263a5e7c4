import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buildCredential } from '../credential/credential.ts'
import { createJcsProof } from '../credential/jcs-proof.ts'
import { credentialHash } from '../credential/log-entry.ts'
import { readConfig } from '../server/config.ts'
import { insertRows } from '../server/database/insert-rows.ts'
import { createLog } from '../server/log.ts'
import { RegularVerification } from '../server/registry/audit/verify-log.ts'
import { didOfRegistry, readKeys } from '../server/registry/keys/registry-keys.ts'
import type { Registry } from '../server/registry/registry.ts'
import { openCertificatesToIssue } from '../server/open-certificates.ts'

/**
 * What the regular check of the whole log costs a running server: how long others wait for their turn,
 * and how much memory it takes at most. The certificates have the one proof that is checked; the other
 * takes ten times as long to make.
 */
const certificates = Number(process.argv[2] ?? 100_000)
const atATime = 500

const folder = await mkdtemp(path.join(tmpdir(), 'naic-bench-'))
const config = readConfig({ DATA_DIR: folder, SITE_URL: 'https://naic.example' })
const { registry, close } = await openCertificatesToIssue(config)
try {
  await fill(registry)
  await measure()
} finally {
  await close()
  await rm(folder, { recursive: true })
}

async function measure() {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const { cpu, begun } = { cpu: process.cpuUsage(), begun: performance.now() }
  const tell = (outcome: object) => console.log(outcome)
  await new RegularVerification({ registry, log: createLog(), everyHours: 0, tell }).run()
  const { user, system } = process.cpuUsage(cpu)
  delay.disable()
  clearInterval(watching)
  const ms = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(1)
  console.log(
    `${((performance.now() - begun) / 1000).toFixed(0)} s, of which ${((user + system) / 1e6).toFixed(0)} s of a processor; ` +
      `others wait ${ms(delay.percentile(50))} ms (median), ${ms(delay.percentile(99))} (99 of 100), ${ms(delay.max)} (longest); ` +
      `${Math.round(before / 1e6)} MB before, ${Math.round(most / 1e6)} at most`,
  )
}

async function fill({ database, log, privateKeys, siteUrl, issuer: by }: Registry) {
  const keys = await readKeys(database)
  const did = didOfRegistry(siteUrl, keys)
  const { name, sign } = await privateKeys.signer(keys, 'credentials')
  const places = new Set<number>()
  for (let count = 0; count < certificates; count += atATime) {
    const rows = await Promise.all(
      Array.from({ length: atATime }, async (_, at) => {
        const facts = {
          id: `BENCH${count + at}`,
          holder: 'Asha Rao',
          domain: 'Web Development',
          duration: '4 Weeks',
          verifiedOn: '2026-03-14',
        }
        const status_index = freePlace(places)
        const issuer = { did: did.id, name: by.name }
        const unsigned = buildCredential(facts, issuer, siteUrl, status_index)
        const created = `${new Date().toISOString().slice(0, 19)}Z`
        const options = { verificationMethod: `${did.id}#${name}`, created, sign }
        const secured = { ...unsigned, proof: [await createJcsProof(unsigned, options)] }
        return {
          id: facts.id,
          holder: facts.holder,
          domain: facts.domain,
          duration: facts.duration,
          verified_on: facts.verifiedOn,
          credential: JSON.stringify(secured),
          hash: await credentialHash(secured),
          status_index,
          log_index: 0,
          external_reference: null,
          issued_at: new Date().toISOString(),
        }
      }),
    )
    await log.append(async (firstIndex, current) => ({
      keys: current,
      entries: rows.map(({ hash, issued_at }) => ({ v: 1, t: 'issue', h: hash, at: issued_at })),
      rows: insertRows(
        database.build,
        'certificate',
        rows.map((row, at) => Object.assign(row, { log_index: firstIndex + at })),
      ),
    }))
  }
}

function freePlace(places: Set<number>): number {
  for (;;) {
    const place = 1_000_000 + randomInt(10_000_000)
    if (places.has(place)) continue
    places.add(place)
    return place
  }
}
