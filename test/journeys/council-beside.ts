import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { RunningSite } from '#support/start-site.ts'

/** A data folder, the address that its certificates are of, and further settings. */
type Place = Pick<RunningSite, 'dataDir' | 'url'> & { settings?: Record<string, string> }

/** Runs the council's command line beside the running server, on the same data. */
export async function council(
  { dataDir, url, settings }: Place,
  ...args: string[]
): Promise<string> {
  const { stdout } = await promisify(execFile)('node', ['apps/office/cli/council.ts', ...args], {
    env: { ...process.env, DATA_DIR: dataDir, SITE_URL: url, ...settings },
    // A season's lists are longer than what Node takes unless told.
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}

/** @returns the ID of a certificate that was issued for a line of CSV. */
export async function issue(site: Place, reference: string, holder: string): Promise<string> {
  const file = path.join(site.dataDir, `${reference}.csv`)
  const results = path.join(site.dataDir, `${reference}-results.csv`)
  await writeFile(
    file,
    `reference,holder,domain,duration,verified_on\n${reference},${holder},Web Development,4 Weeks,2026-03-14\n`,
  )
  const options = ['--sheet', file, '--results', results, '--allow-repeat']
  await council(site, 'certificates', 'issue', ...options)
  return /NAIC\d\d[A-Z0-9]{8}/.exec(await readFile(results, 'utf8'))?.[0] ?? ''
}
