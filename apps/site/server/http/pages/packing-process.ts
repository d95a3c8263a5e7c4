import { brotliCompressSync, constants } from 'node:zlib'

/** The process behind `packTightly`. It ends with its parent, and ignores a signal to all processes. */
process.on('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)

process.on('message', (bytes: Uint8Array) => {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  process.send?.(brotliCompressSync(bytes, { params }))
})
