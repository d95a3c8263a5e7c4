import { brotliCompressSync, gunzipSync } from 'node:zlib'

/** The process behind `packTightly`. It ends with its parent, and ignores a signal to all processes. */
process.on('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)

process.on('message', (gzipped: Uint8Array) => {
  // At its best, as it is unless told otherwise.
  process.send?.(brotliCompressSync(gunzipSync(gzipped)))
})
