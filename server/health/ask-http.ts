import { get as getByHttp, type IncomingHttpHeaders } from 'node:http'
import { get as getByHttps } from 'node:https'
import { text } from 'node:stream/consumers'

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

/**
 * Asks an address of any port: `fetch` refuses some that a server may listen on.
 *
 * @returns the answer, or in a word why there is none.
 */
export async function askHttp(address: string, patienceMs: number): Promise<Answer | string> {
  const get = address.startsWith('https:') ? getByHttps : getByHttp
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const signal = AbortSignal.timeout(patienceMs)
      const request = get(address, { signal, agent: false }, (response) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
          reject,
        )
      })
      request.on('error', reject)
    })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ABORT_ERR'
      ? `no answer within ${patienceMs / 1000} seconds`
      : (code ?? message)
  }
}
