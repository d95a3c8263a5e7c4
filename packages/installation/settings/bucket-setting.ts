import type { InferOutput } from 'valibot'
import { ConfigError } from '@naic/platform/config-error.ts'
import type { BucketPlace } from '@naic/platform/files/bucket.ts'
import { readAs, thisMachine } from './setting-rules.ts'

/** The message must not show what is wrong: a secret may be in it. */
export const bucket = readAs(
  bucketOf,
  () =>
    'must name a bucket, such as s3://BUCKET/PREFIX?region=ap-south-1, or s3://BUCKET?endpoint=https://s3.example.org for a store elsewhere than at AWS, in letters, digits, dots and hyphens, without a password; the endpoint must be https unless it is on this machine.',
)

/**
 * Names of buckets are those of AWS, which every store takes. In the prefix nothing needs to be
 * encoded, which stores do in various ways.
 */
function bucketOf(text: string) {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || url.username || url.password || url.port || url.hash) {
    return undefined
  }
  const { hostname: name, pathname, searchParams } = url
  const names = [...searchParams.keys()]
  const areKnown = names.every((known) => known === 'region' || known === 'endpoint')
  if (!areKnown || new Set(names).size < names.length) return undefined
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) return undefined
  const parts = pathname.split('/').filter((part) => part !== '')
  if (!parts.every((part) => /^[\w-][\w.-]*$/.test(part))) return undefined
  const [region, given] = [searchParams.get('region'), searchParams.get('endpoint')]
  const endpoint = given === null ? undefined : storeOrigin(given)
  if ((given !== null && !endpoint) || (region !== null && !/^[a-z0-9-]+$/.test(region))) {
    return undefined
  }
  return {
    name,
    prefix: parts.map((part) => `${part}/`).join(''),
    region: region ?? undefined,
    endpoint,
  }
}

/** What goes over a network that anybody can read must not be resumes. */
function storeOrigin(text: string): string | undefined {
  const url = URL.parse(text)
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && thisMachine.has(url.hostname))
  return isSafe && url.origin === text.replace(/\/$/, '').toLowerCase() ? url.origin : undefined
}

type Given = {
  FILES_URL?: InferOutput<typeof bucket> | undefined
  AWS_ACCESS_KEY_ID?: string | undefined
  AWS_SECRET_ACCESS_KEY?: string | undefined
  AWS_SESSION_TOKEN?: string | undefined
  AWS_REGION?: string | undefined
}

/**
 * AWS_… are names that every program for S3 knows; without FILES_URL they are not meant for us.
 * Only AWS gives machines roles, so a store elsewhere needs the two keys.
 *
 * @throws ConfigError if one of them is missing.
 */
export function bucketFor(output: Given): BucketPlace | undefined {
  if (!output.FILES_URL) return undefined
  const { name, prefix, endpoint: given, region: inUrl } = output.FILES_URL
  const credentials = credentialsFor(output, given !== undefined)
  const region = inUrl ?? output.AWS_REGION ?? (given ? 'us-east-1' : undefined)
  if (!region || !/^[a-z0-9-]+$/.test(region)) {
    throw new ConfigError(
      'FILES_URL names no region of AWS. Add it, as in s3://BUCKET/resumes?region=ap-south-1, or set AWS_REGION to it.',
    )
  }
  // AWS wants the bucket in the host's name, which a certificate allows one label for.
  const isInPath = given !== undefined || name.includes('.')
  const endpoint = given ?? `https://s3.${region}.amazonaws.com`
  const address = isInPath ? `${endpoint}/${name}` : endpoint.replace('://', `://${name}.`)
  return { name, prefix, region, endpoint, isInPath, address, credentials }
}

function credentialsFor(output: Given, areNeeded: boolean): BucketPlace['credentials'] {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = output
  if (!accessKeyId && !secretAccessKey && !areNeeded) return undefined
  if (!accessKeyId || !secretAccessKey) {
    const unset = accessKeyId ? 'AWS_SECRET_ACCESS_KEY' : 'AWS_ACCESS_KEY_ID'
    throw new ConfigError(
      `${unset} must be set as well, since FILES_URL is: the bucket wants AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    )
  }
  const { AWS_SESSION_TOKEN: sessionToken } = output
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
  return () => credentials
}
