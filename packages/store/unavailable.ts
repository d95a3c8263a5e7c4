/**
 * Storage that cannot keep a promise right now: a full disk, a lost database. Nothing was
 * acknowledged; the same request may succeed later. Answered with 503.
 */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** EBADF: from a staged file that was thrown away meanwhile. */
const passingFaults = 'ENOSPC EDQUOT EFBIG EIO EROFS EMFILE ENFILE ENOENT EACCES EPERM EBADF'.split(
  ' ',
)

/** For `catch`. @throws the failure: as {@link Unavailable} if the disk is at fault, otherwise unchanged. */
export function throwUnavailable(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  throw passingFaults.includes(code)
    ? new Unavailable(`The disk refused: ${code}`, { cause: error })
    : error
}
