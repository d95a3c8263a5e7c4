/** So much of a zip's end says where its directory is, whatever comment follows. */
export const zipEndBytes = 56 + 20 + 22 + 0xffff

/**
 * Whether a zip has one directory for every reader. At its end there may be a record of zip64 beside the plain one
 * (PKWARE APPNOTE 6.3, section 4.3.14): yauzl goes by it wherever there is one, and others only where the plain one
 * is full, so that it must say the same.
 *
 * @param end the last `zipEndBytes` of it at least. @param size of all of it.
 */
export function hasOneDirectory(end: Buffer, size: number): boolean {
  const plain = end.lastIndexOf('PK\x05\x06', end.length - 22, 'latin1')
  const locator = plain - 20
  if (locator < 0 || end.toString('latin1', locator, plain - 16) !== 'PK\x06\x07') return true
  const record = locator - 56
  if (record < 0 || end.readBigUInt64LE(locator + 8) !== BigInt(size - end.length + record)) {
    return false
  }
  const [count, place] = [end.readUInt16LE(plain + 10), end.readUInt32LE(plain + 16)]
  const isSame = (field: number, full: number, at: number) =>
    field === full || BigInt(field) === end.readBigUInt64LE(record + at)
  return isSame(count, 0xffff, 32) && isSame(place, 0xffffffff, 48)
}
