import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { RunningSite } from './start-site.ts'

/** Files of a certificate that the council's own program made, and that the council never issued. */
export type StolenCertificate = { id: string; credential: string; receipt: string }

/**
 * What somebody does who has a copy of the whole data folder, with all keys: he runs the council's
 * own program on it, under its address, and issues what he likes. His log begins with the
 * council's and goes on by itself.
 */
export async function issueFromCopy(site: RunningSite, holder: string): Promise<StolenCertificate> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'naic-stolen-'))
  await cp(site.dataDir, dataDir, { recursive: true })
  const [csv, results] = [path.join(dataDir, 'forged.csv'), path.join(dataDir, 'results.csv')]
  await writeFile(
    csv,
    `reference,holder,domain,duration,verified_on\nforged,${holder},Data Science,4 Weeks,2026-03-14\n`,
  )
  const order = ['certificates', 'issue', '--csv', csv, '--results', results]
  await promisify(execFile)('node', ['apps/office/cli/council.ts', ...order], {
    env: { ...process.env, DATA_DIR: dataDir, SITE_URL: site.url },
  })
  const id = /NAIC\d\d[A-Z0-9]{8}/.exec(await readFile(results, 'utf8'))?.[0] ?? ''
  const his = await RunningSite.start({ SITE_URL: site.url }, dataDir)
  try {
    const read = async (type: string) =>
      (await fetch(`${his.url}/credentials/${id}.${type}`)).text()
    return { id, credential: await read('json'), receipt: await read('tlog-proof') }
  } finally {
    await his.finish()
    await rm(dataDir, { recursive: true })
  }
}
