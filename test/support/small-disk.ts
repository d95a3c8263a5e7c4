import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A disk of its own in a folder, for tests of what a disk may do. */
type SmallDisk = {
  /** As the kernel does when it finds a fault: from now on no process can write to it. */
  goReadOnly: () => Promise<void>
  /** Checks it and mounts it anew; nobody may have it open. */
  repair: () => Promise<void>
  remove: () => Promise<void>
}

/** Mounts a disk (ext4, in a file beside the folder), which only root may. */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  const image = `${folder}.image`
  // Another that mounts one in the same moment may be given the same loop device first.
  const mount = async (tries = 5): Promise<void> => {
    try {
      await run('mount', ['-o', 'loop,errors=remount-ro', image, folder])
    } catch (error) {
      if (tries === 1 || !/loop device/.test((error as Error).message)) throw error
      await mount(tries - 1)
    }
  }
  try {
    await run('truncate', ['-s', `${megabytes}M`, image])
    await run('mkfs.ext4', ['-q', '-F', '-m', '0', image])
    await mount()
  } catch (error) {
    await rm(image, { force: true })
    throw new Error('No disk can be mounted here: use a machine where root may mount one.', {
      cause: error,
    })
  }
  return {
    goReadOnly: async () => {
      await run('mount', ['-o', 'remount,abort', folder])
    },
    repair: async () => {
      await run('umount', [folder])
      // 1 is "mended".
      await run('e2fsck', ['-p', '-f', image]).catch((error: { code?: unknown }) => {
        if (error.code !== 1) throw error
      })
      await mount()
    },
    remove: async () => {
      await run('umount', ['-l', folder])
      await rm(image)
    },
  }
}
