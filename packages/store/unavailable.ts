/**
 * Storage that cannot keep a promise right now: a full disk, a lost database. Nothing was
 * acknowledged; the same request may succeed later. Answered with 503.
 */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

const passingFaults = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EROFS',
  'EMFILE',
  'ENFILE',
  'ENOENT',
  'EACCES',
  'EPERM',
  // From a staged file that was thrown away meanwhile.
  'EBADF',
])

/** @returns the failure as {@link Unavailable} if the disk is at fault, otherwise unchanged. */
export function asUnavailable(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return passingFaults.has(code)
    ? new Unavailable(`The disk refused: ${code}`, { cause: error })
    : error
}

/** For `catch`. @throws the failure as {@link asUnavailable} has it. */
export const throwUnavailable = (error: unknown): never => {
  throw asUnavailable(error)
}
