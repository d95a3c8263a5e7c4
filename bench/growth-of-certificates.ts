import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '@naic/house/config.ts'
import { openCertificates } from '@naic/house/open-certificates.ts'
import { issueCertificates } from '@naic/registry/issuing/issue-certificates.ts'
import type { Order } from '@naic/registry/issuing/order.ts'
import { revokeCertificate } from '@naic/registry/issuing/revoke-certificate.ts'
import type { Registry } from '@naic/registry/registry.ts'
import { Growth } from './growth.ts'

/**
 * What grows with the number of certificates: processor time, user and system, of what looks at every one of them.
 *
 *     node bench/growth-of-certificates.ts               1,000, 10,000 and 100,000, which takes half an hour
 *     node bench/growth-of-certificates.ts 1000 10000
 *
 * One in a hundred is revoked.
 */
const given = process.argv.slice(2).map(Number)
const sizes = given.length > 0 ? given : [1_000, 10_000, 100_000]
const atOnce = 2_000

const folder = await mkdtemp(path.join(tmpdir(), 'naic-bench-'))
const environment = { DATA_DIR: path.join(folder, 'data'), SITE_URL: 'http://localhost:3000' }
const growth = new Growth()
let filled = 0
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
  growth.enter('issued and revoked, s', (performance.now() - begun) / 1000)
  const { size: bytes } = await stat(path.join(environment.DATA_DIR, 'naic.sqlite'))
  growth.enter('database, MB', bytes / 1_000_000)
  const council = (what: string, ...words: string[]) => growth.council(environment, what, ...words)
  await council('`doctor`', 'doctor')
  await council('`check`', 'check')
  await council('`log verify`', 'log', 'verify')
  await council('`backup`', 'backup', path.join(folder, `${size}.tar`))
}

function orderOf(reference: string): Order {
  const letters = [...reference].map((sign) => String.fromCharCode(sign.charCodeAt(0) | 0x40))
  const facts = { domain: 'Web Development', duration: '4 Weeks', verifiedOn: '2026-03-14' }
  return { ...facts, holder: `Asha ${letters.join('')}`, reference, email: undefined }
}

async function fill(registry: Registry, size: number): Promise<void> {
  while (filled < size) {
    const count = Math.min(atOnce, size - filled)
    const orders = Array.from({ length: count }, (_, at) => orderOf(String(filled + at)))
    const issued = await issueCertificates(registry, orders, 'meera')
    if (issued.state !== 'issued') throw new Error(JSON.stringify(issued.conflicts))
    for (const [at, { id }] of issued.certificates.entries()) {
      if (at % 100 === 0) await revokeCertificate(registry, id, 'wrong details', 'meera')
    }
    filled += count
  }
}
