import { type FileHandle, open } from 'node:fs/promises'
import {
  BackupRefused,
  isBackedUp,
  type Manifest,
  manifestName,
  parseManifest,
} from './backup-format.ts'

const blockBytes = 512
/** Of a manifest; one of a million entries is smaller. */
const longestManifest = 256 * 1024 * 1024

/**
 * Goes from head to head of a backup's entries, and reads the manifest, without the bytes of all else:
 * it tells a backup that is cut short or is none. Whether every byte is right, `restore` sees.
 *
 * @throws BackupRefused, or what the file system says.
 */
export async function readManifest(file: string): Promise<Manifest> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    for (let at = 0; at < size;) {
      const head = headOf(await blockAt(handle, at))
      if (head.name === manifestName) return await manifestAt(handle, at + blockBytes, head.bytes)
      if (!isBackedUp(head.name)) throw notWhole('it has an entry of another kind')
      at += blockBytes + Math.ceil(head.bytes / blockBytes) * blockBytes
    }
    throw notWhole('it ends before its manifest')
  } finally {
    await handle.close()
  }
}

async function blockAt(handle: FileHandle, at: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(blockBytes), 0, blockBytes, at)
  if (bytesRead < blockBytes) throw notWhole('it ends in the middle of an entry')
  return buffer
}

/** POSIX.1-1988 "ustar"; a size that eight gigabytes do not hold is in base 256. */
function headOf(block: Buffer): { name: string; bytes: number } {
  if (block.toString('latin1', 257, 262) !== 'ustar') throw notWhole('it is no tar file')
  const name = block.toString('utf8', 0, 100).split('\0', 1)[0] ?? ''
  const isLarge = ((block[124] ?? 0) & 0x80) !== 0
  const bytes = isLarge
    ? Number(block.readBigUInt64BE(128))
    : Number.parseInt(block.toString('latin1', 124, 135), 8)
  if (!Number.isSafeInteger(bytes)) throw notWhole('an entry says no size')
  return { name, bytes }
}

async function manifestAt(handle: FileHandle, at: number, bytes: number): Promise<Manifest> {
  if (bytes > longestManifest) throw notWhole('its manifest is too long')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, at)
  const manifest = bytesRead === bytes ? parseManifest(buffer.toString()) : undefined
  if (!manifest) throw notWhole('it has no manifest of this version')
  return manifest
}

const notWhole = (why: string) => new BackupRefused(`It is no backup, or cut short: ${why}.`)
