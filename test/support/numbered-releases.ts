import { execFile } from 'node:child_process'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
const run = promisify(execFile)

/** The release `naic-1` of a folder under another number, with other files where `changed` has them, and more. */
export async function addRelease(
  folder: string,
  version: number,
  changed: Record<string, string> = {},
): Promise<void> {
  const there = path.join(folder, `naic-${version}`)
  await run('cp', ['-al', path.join(folder, 'naic-1'), there])
  const known = JSON.parse(await readFile(path.join(there, 'release.json'), 'utf8'))
  const files = {
    'release.json': JSON.stringify({ ...known, version: `${version}` }),
    ...changed,
  }
  let sums = await readFile(path.join(there, 'SHA256SUMS'), 'utf8')
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(there, name)
    const { mode } = await stat(file).catch(() => ({ mode: 0o644 }))
    // It was one with that of the other release.
    await rm(file, { force: true })
    await writeFile(file, text, { mode })
    const { stdout } = await run('sha256sum', [name], { cwd: there })
    sums = sums.replace(new RegExp(`^[0-9a-f]{64}  ${name}\n`, 'm'), '') + stdout
  }
  await rm(path.join(there, 'SHA256SUMS'))
  await writeFile(path.join(there, 'SHA256SUMS'), sums)
}
