import { AwsClient } from 'aws4fetch'
import { swiftKeys } from './start-swift.ts'

/** Asks the store of the tests something, as whoever may use it. */
export function signedFetch(address: string, init: RequestInit = {}): Promise<Response> {
  return new AwsClient({
    accessKeyId: swiftKeys.AWS_ACCESS_KEY_ID,
    secretAccessKey: swiftKeys.AWS_SECRET_ACCESS_KEY,
    service: 's3',
    region: 'us-east-1',
    retries: 0,
  }).fetch(address, init)
}
