import { createWriteStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'

/**
 * Makes an archive that depends on names, contents and on who may execute what, and on nothing else: not
 * on the order of the folder, its owner, or the time when it was made.
 *
 * @param as the one folder in the archive.
 * @param date of everything in it, in seconds since 1970.
 */
export async function packFolder(
  folder: string,
  { as, date, file }: { as: string; date: number; file: string },
): Promise<void> {
  const archive = pack()
  const written = pipeline(archive, createGzip({ level: 9 }), createWriteStream(file))
  const common = { mtime: new Date(date * 1000), uid: 0, gid: 0 }
  const names = (await readdir(folder, { recursive: true })).toSorted()
  for (const name of ['', ...names]) {
    const found = await stat(path.join(folder, name))
    const packedAs = path.join(as, name)
    if (found.isDirectory()) {
      archive.entry({ ...common, name: `${packedAs}/`, type: 'directory', mode: 0o755 })
    } else {
      const mode = found.mode & 0o100 ? 0o755 : 0o644
      archive.entry({ ...common, name: packedAs, mode }, await readFile(path.join(folder, name)))
    }
  }
  archive.finalize()
  await written
}
