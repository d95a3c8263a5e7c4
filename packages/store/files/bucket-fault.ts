import { Unavailable } from '../unavailable.ts'

/** The bucket of FILES_URL does not do what it is asked. The message is for the operator. */
export class BucketUnavailable extends Unavailable {
  override name = 'BucketUnavailable'
  /** Whether the same may succeed in a moment. */
  isPassing = false
  /** Undefined if the store did not answer. */
  answer: Answer | undefined
}

/** The code is S3's, and may be empty. */
type Answer = { status: number; code: string }

/** @param place the bucket's address. */
export function refusedByStore(place: string, answer: Answer): BucketUnavailable {
  const { status, code } = answer
  const isPassing = status >= 500 ? code !== 'NotImplemented' : passing.has(code) || status === 429
  const said = `answered ${status}${code && ` ${code}`}${whatToDo(status, code)}`
  return Object.assign(unavailable(place, said), { isPassing, answer })
}

const unavailable = (place: string, why: string, options?: ErrorOptions) =>
  new BucketUnavailable(`The bucket of FILES_URL, ${place}, ${why}`, options)

/** Codes below 500 by which a store says that it, or the way to it, was at fault. */
const passing = new Set([
  'BadDigest',
  'ConditionalRequestConflict',
  'IncompleteBody',
  // Ours, for a 200 without one: a busy Swift now and then leaves it out.
  'NoETag',
  'OperationAborted',
  'RequestTimeout',
  'SlowDown',
  'XAmzContentSHA256Mismatch',
])

function whatToDo(status: number, code: string): string {
  if (code === 'NoSuchBucket') return ': there is no such bucket. Make it, or correct FILES_URL.'
  if (code === 'RequestTimeTooSkewed') return ": this machine's clock is wrong. Set it."
  if (code === 'InvalidAccessKeyId' || code === 'SignatureDoesNotMatch' || status === 401) {
    return ': it does not know these credentials. Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'
  }
  if (/Redirect|AuthorizationHeaderMalformed|IllegalLocation/.test(code)) {
    return ': it is in another region. Correct the region in FILES_URL.'
  }
  if (status === 403) {
    return ': these credentials have no right to it. Give them those that docs/beyond-one-server.md lists.'
  }
  return '.'
}

/** @param error what the SDK or the network threw. */
export function faultOf(place: string, error: Error): BucketUnavailable {
  if (error instanceof BucketUnavailable) return error
  const { $metadata, code: given } = error as NodeJS.ErrnoException & {
    $metadata?: { httpStatusCode?: number }
  }
  const status = $metadata?.httpStatusCode
  const isLate = error.name === 'AbortError' || error.name === 'TimeoutError'
  // With a code of the network as well, the answer was cut.
  if (status !== undefined && given === undefined && !isLate) {
    const code = /^\w{1,60}$/.exec(error.name)?.[0] ?? ''
    const said = notS3.has(code) ? '' : code
    return refusedByStore(place, { status, code: status < 300 ? 'NoList' : said })
  }
  const why = isLate ? 'it did not answer in time' : (given ?? error.message)
  const unreached = unavailable(place, `cannot be reached: ${why}.`, { cause: error })
  return Object.assign(unreached, { isPassing: true })
}

/** The SDK's names for answers that are not S3's. */
const notS3 = new Set(['UnknownError', 'Unknown', 'Error', 'SyntaxError'])
