import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { issueIn } from '#support/issue-in.ts'
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

/** @returns the ID of a certificate that was issued. */
export const issue = ({ dataDir, url }: Place, reference: string, holder: string) =>
  issueIn({ DATA_DIR: dataDir, SITE_URL: url }, { reference, holder })
