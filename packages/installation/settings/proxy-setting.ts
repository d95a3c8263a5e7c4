import { isIP } from 'node:net'
import * as v from 'valibot'
import { listed } from './setting-rules.ts'

const proxies = 'must list the addresses or ranges of your proxies'

export const addressRanges = v.pipe(
  listed,
  v.array(
    v.pipe(
      v.string(),
      v.check(
        isAddressRange,
        ({ input }) => `${proxies}, such as 127.0.0.1,10.0.0.0/8; "${input}" is neither.`,
      ),
      v.check(
        isNarrow,
        ({ input }) =>
          `${proxies} alone; "${input}" is so wide that anybody's X-Forwarded-For would be believed.`,
      ),
    ),
  ),
)

function isAddressRange(range: string): boolean {
  const [address = '', bits, ...rest] = range.split('/')
  const widest = isIP(address) === 4 ? 32 : 128
  const bitsFit = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= widest)
  return isIP(address) !== 0 && bitsFit && rest.length === 0
}

/** The widest private ranges are 10.0.0.0/8 and fc00::/7 (RFC 1918, RFC 4193). */
function isNarrow(range: string): boolean {
  const [address = '', bits] = range.split('/')
  if (bits === undefined) return true
  if (isIP(address) === 4) return Number(bits) >= 8
  const isMappedIPv4 = URL.parse(`http://[${address}]`)?.hostname.startsWith('[::ffff:')
  return Number(bits) >= (isMappedIPv4 ? 96 + 8 : 7)
}
