import JSZip from 'jszip'

// It is documented, and its types leave it out.
declare module 'jszip' {
  interface JSZipObject {
    internalStream(type: 'uint8array'): JSZip.JSZipStreamHelper<Uint8Array>
  }
}

/**
 * Whether a zip file unpacks to so many bytes at most. It is unpacked to be counted, and no further than
 * that: its directory may say anything.
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
