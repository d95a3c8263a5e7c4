import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { statusCapacity } from '@naic/ledger/format/status-list.ts'
import { readConfig } from '@naic/installation/config.ts'
import { insertRows } from '@naic/platform/database/insert-rows.ts'
import { findEvidence } from '@naic/registry/certificate-evidence.ts'
import { findCertificate } from '@naic/registry/issuing/find-certificate.ts'
import { issueCertificates } from '@naic/registry/issuing/issue-certificates.ts'
import type { Registry } from '@naic/registry/registry.ts'
import { revokeCertificate } from '@naic/registry/issuing/revoke-certificate.ts'
import { StatusList } from '@naic/registry/issuing/status-list-credential.ts'
import { openCertificatesToIssue } from '@naic/installation/open-certificates.ts'

/**
 * How the registry does as it grows: issuing, looking up, all that a page is answered with, the
 * status list and the start, at each size. The batches that are measured are issued as always. What lies between is filled
 * with copies of one signed credential under ids and hashes of their own, since signing 100,000
 * takes minutes and changes none of the other figures.
 */
const sizes = process.argv.slice(2).map(Number)
const filled = 'BENCH'
const batch = 200
const looks = 300

const folder = await mkdtemp(path.join(tmpdir(), 'naic-bench-'))
const config = readConfig({
  DATA_DIR: folder,
  SITE_URL: 'https://naic.example',
  SAMPLE_CERTIFICATES: 'on',
})
try {
  console.log(
    'certificates\tissued/s\tone issue ms\tlook-up ms\tanswer ms\tstatus list ms\tstart ms\tMB',
  )
  for (const size of sizes.length > 0 ? sizes : [1_000, 10_000, 100_000]) await measure(size)
} finally {
  await rm(folder, { recursive: true })
}

async function measure(size: number) {
  const first = await openCertificatesToIssue(config)
  await fill(first.registry, size)
  await first.close()

  const begun = performance.now()
  const { registry, close } = await openCertificatesToIssue(config)
  const startMs = performance.now() - begun

  const batchMs = await timed(() => issueCertificates(registry, orders(batch)))
  const oneMs = await timed(() => issueCertificates(registry, orders(1)))
  const ids = await registry.database.read(
    registry.database.build.selectFrom('certificate').select(['id', 'log_index']).compile(),
  )
  // What was filled in is nobody's certificate, and is not shown.
  const real = ids.filter(({ id }) => !id.startsWith(filled))
  const some = Array.from({ length: looks }, () => real[randomInt(real.length)])
  const lookMs = await timed(async () => {
    for (const one of some) await findCertificate(registry, one?.id ?? '')
  })
  const statusList = new StatusList(registry)
  await statusList.credential()
  const answerMs = await timed(async () => {
    for (const one of some) {
      const found = await findEvidence(registry, one?.id ?? '')
      if (found && !('erasedAt' in found)) await statusList.credentialOf(found.state)
    }
  })
  await revokeCertificate(registry, ids.at(-1)?.id ?? '', 'issued in error')
  const statusMs = await timed(() => new StatusList(registry).credential())
  await close()
  const { size: bytes } = await stat(path.join(folder, 'naic.sqlite'))
  console.log(
    [
      ids.length,
      Math.round((batch / batchMs) * 1000),
      oneMs.toFixed(1),
      (lookMs / looks).toFixed(2),
      (answerMs / looks).toFixed(2),
      statusMs.toFixed(1),
      startMs.toFixed(0),
      Math.round(bytes / 1e6),
    ].join('\t'),
  )
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await run()
  return performance.now() - begun
}

function orders(count: number) {
  const order = {
    holder: 'Asha Rao',
    domain: 'Web Development',
    duration: '4 Weeks',
    verifiedOn: '2026-03-14',
    reference: undefined,
    email: undefined,
  }
  return Array.from({ length: count }, () => order)
}

/** Copies certificates until there are so many. */
async function fill(registry: Registry, size: number) {
  const { build, read } = registry.database
  const [sample] = await read(build.selectFrom('certificate').selectAll().limit(1).compile())
  if (!sample) throw new Error('There is no certificate to copy.')
  const used = await read(build.selectFrom('certificate').select('status_index').compile())
  const places = new Set(used.map(({ status_index }) => status_index))
  for (let count = used.length; count < size;) {
    const step = Math.min(5_000, size - count)
    const rows = Array.from({ length: step }, (_, at) => {
      const id = `${filled}${count + at}`
      const hash = createHash('sha256').update(id).digest('hex')
      return { ...sample, id, hash, status_index: freePlace(places, size) }
    })
    await registry.log.append(async (firstIndex, keys) => ({
      keys,
      entries: rows.map(({ hash, issued_at }) => ({ v: 1, t: 'issue', h: hash, at: issued_at })),
      rows: insertRows(
        build,
        'certificate',
        rows.map((row, at) => Object.assign(row, { log_index: firstIndex + at })),
      ).concat(
        insertRows(
          build,
          'certificate_key',
          rows.map(({ id }) => ({ certificate_id: id, key: randomBytes(32).toString('base64') })),
        ),
      ),
    }))
    count += step
  }
}

function freePlace(places: Set<number>, size: number): number {
  for (;;) {
    const place = randomInt(statusCapacity(size))
    if (places.has(place)) continue
    places.add(place)
    return place
  }
}
