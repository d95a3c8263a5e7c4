import JSZip from 'jszip'

// Documented, but missing in its types.
declare module 'jszip' {
  interface JSZipObject {
    internalStream(type: 'uint8array'): JSZip.JSZipStreamHelper<Uint8Array>
  }
}

/**
 * Whether a zip file unpacks to so many bytes at most. It is unpacked to count them, since its directory
 * may lie, and only up to the limit.
 *
 * @throws Error if it is no zip file, or a broken one.
 */
export async function unpacksWithin(
  bytes: ArrayBuffer | Uint8Array,
  most: number,
): Promise<boolean> {
  const { files } = await JSZip.loadAsync(bytes)
  let unpacked = 0
  for (const file of Object.values(files)) {
    await new Promise<void>((resolve, reject) => {
      const stream = file.internalStream('uint8array')
      stream.on('data', (chunk) => {
        unpacked += chunk.length
        if (unpacked <= most) return
        stream.pause()
        resolve()
      })
      stream.on('error', reject).on('end', resolve).resume()
    })
    if (unpacked > most) return false
  }
  return true
}
