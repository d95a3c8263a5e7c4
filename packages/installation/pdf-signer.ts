import { createHash, createPrivateKey, randomBytes, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type BaseBlock, fromBER, Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  type AuthenticatedSafe,
  CertBag,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  MessageImprint,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  type SafeContents,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { ConfigError } from '@naic/platform/config-error.ts'
import { askOutside } from '@naic/registry/ask-outside.ts'
import type { Config } from './config.ts'

/**
 * The council's signature over a PDF, as programs that show PDFs know it: PAdES B-B, and B-T where a server
 * of time stamps is set (ETSI EN 319 142-1, RFC 3161). It says who made the file; what counts is the
 * credential inside.
 */
export type PdfSigner = {
  /** Who signs, and from when to when the certificate is valid. */
  whose: { subject: string; from: Date; until: Date }
  /** Programs call a signature outside that time wrong, so none is made. */
  canSign(now: Date): boolean
  /**
   * @param content the bytes of the PDF, without the place of the signature.
   * @returns CMS (RFC 5652) for that place, of at most `room` bytes. It has a time stamp unless the server
   *   gives none.
   */
  sign(content: Uint8Array): Promise<Buffer>
  room: number
  /** @returns why the server gives no time stamp, if it does not. */
  tryTimestamp(): Promise<string | undefined>
}

/** In bytes: for a signature of RSA 4096, three certificates and a time stamp, twice over. */
const room = 16_384

/** Somebody waits for the PDF. */
const timestampMs = 3_000
/** So long a server that gave no time stamp is not asked again. */
const restMs = 60_000

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  encryptedData: '1.2.840.113549.1.7.6',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
  timestamp: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
}

/**
 * @param warn is told why a signature got no time stamp.
 * @throws ConfigError that says what is wrong with the file, and shows no part of it.
 */
export async function openPdfSigner(
  { file, password, timestampUrl }: NonNullable<Config['pdfSigning']>,
  warn: (reason: string) => void,
): Promise<PdfSigner> {
  const { key, own, others } = await readPkcs12(file, password())
  const whose = {
    subject: new X509Certificate(derOf(own)).subject.replaceAll('\n', ', '),
    from: own.notBefore.value,
    until: own.notAfter.value,
  }
  let restUntil = 0
  const timestampOver = async (signature: Uint8Array) => {
    if (!timestampUrl || Date.now() < restUntil) return undefined
    const answer = await askTimestamp(timestampUrl, signature)
    if (typeof answer !== 'string') return answer
    restUntil = Date.now() + restMs
    warn(answer)
    return undefined
  }
  const signer: PdfSigner = {
    whose,
    room,
    canSign: (now) => whose.from <= now && now < whose.until,
    async sign(content) {
      const signed = await signDetached(content, key, [own, ...others])
      const plain = bytesOf(signed)
      const signerInfo = signed.signerInfos[0]
      const token =
        signerInfo && (await timestampOver(signerInfo.signature.valueBlock.valueHexView))
      if (!token) return plain
      const attributes = [new Attribute({ type: oids.timestamp, values: [token] })]
      signerInfo.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes })
      const stamped = bytesOf(signed)
      if (stamped.length <= room) return stamped
      warn('The time stamp is too long for the PDF.')
      return plain
    },
    async tryTimestamp() {
      if (!timestampUrl) return undefined
      const answer = await askTimestamp(timestampUrl, randomBytes(32))
      return typeof answer === 'string' ? answer : undefined
    },
  }
  const tried = await signDetached(Buffer.from('tried'), key, [own, ...others])
  // The other half is for a time stamp.
  if (bytesOf(tried).length > room / 2) {
    throw unusable(file, 'its certificates are too long for a PDF: leave out all but those between')
  }
  return signer
}

/** Signs the hash of the certificate too, which PAdES asks for, and no time, which stands in the PDF. */
async function signDetached(
  content: Uint8Array,
  key: CryptoKey,
  certificates: readonly [Certificate, ...Certificate[]],
): Promise<SignedData> {
  const [own] = certificates
  const attribute = (type: string, value: object) => new Attribute({ type, values: [value] })
  const hashOfOwn = new OctetString({ valueHex: hash(derOf(own)) })
  const one = new Sequence({ value: [hashOfOwn] })
  const signedAttrs = new SignedAndUnsignedAttributes({
    type: 0,
    // In the order of DER.
    attributes: [
      attribute(oids.contentType, new ObjectIdentifier({ value: oids.data })),
      attribute(oids.messageDigest, new OctetString({ valueHex: hash(content) })),
      attribute(oids.signingCertificate, new Sequence({ value: [new Sequence({ value: [one] })] })),
    ],
  })
  const { issuer, serialNumber } = own
  const sid = new IssuerAndSerialNumber({ issuer, serialNumber })
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oids.data }),
    signerInfos: [new SignerInfo({ version: 1, sid, signedAttrs })],
    certificates: [...certificates],
  })
  await signed.sign(key, 0, 'SHA-256', new Uint8Array(content))
  return signed
}

function bytesOf(signed: SignedData): Buffer {
  const message = new ContentInfo({ contentType: oids.signedData, content: signed.toSchema(true) })
  return Buffer.from(message.toSchema().toBER())
}

/**
 * @returns the token, whose signature and number fit what was asked; whom to believe, the reader of the
 *   PDF decides. Or why there is none.
 */
async function askTimestamp(url: string, signature: Uint8Array): Promise<BaseBlock | string> {
  const data = new Uint8Array(signature)
  // Without its highest bit, so that it is no negative number.
  const number = randomBytes(8)
  number[0] = ((number[0] ?? 0) & 0x7f) | 0x40
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: oids.sha256 }),
      hashedMessage: new OctetString({ valueHex: hash(data) }),
    }),
    nonce: new Integer({ valueHex: new Uint8Array(number).buffer }),
    certReq: true,
  })
  const answer = await askOutside(
    url,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/timestamp-query' },
      body: new Uint8Array(request.toSchema().toBER()),
    },
    room,
    AbortSignal.timeout(timestampMs),
  )
  if ('failed' in answer) return answer.failed
  if (answer.status !== 200) return `It answers ${answer.status}.`
  const { token, isRight } = await readToken(answer.bytes, data, number).catch(() => notRight)
  return token && isRight ? token : 'It answers with no time stamp over what it was asked for.'
}

const notRight = { token: undefined, isRight: false }

async function readToken(answer: Uint8Array, data: Uint8Array<ArrayBuffer>, number: Buffer) {
  const { result } = fromBER(new Uint8Array(answer).buffer)
  const response = new TimeStampResp({ schema: result })
  if (!response.timeStampToken) return notRight
  const signed = new SignedData({ schema: response.timeStampToken.content })
  const content = signed.encapContentInfo.eContent?.getValue()
  const nonce = content && TSTInfo.fromBER(content).nonce?.valueBlock.valueHexView
  const isRight =
    nonce !== undefined &&
    number.equals(nonce) &&
    (await signed.verify({ signer: 0, data: data.buffer, checkChain: false }))
  // As the server wrote it.
  const [, token] = (result as Sequence).valueBlock.value
  return { token, isRight }
}

const hash = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest())
const derOf = (one: Certificate) => Buffer.from(one.toSchema().toBER())

const unusable = (file: string, why: string) =>
  new ConfigError(`PDF_SIGNING_KEY names ${file}, which cannot be used: ${why}.`)

/** The key cannot be exported again. */
async function readPkcs12(file: string, password: string) {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw unusable(file, error.code === 'ENOENT' ? 'there is no such file' : `${error.code}`)
  })
  const bags = await openBags(bytes, password).catch(() => {
    throw unusable(
      file,
      'PDF_SIGNING_PASSWORD is not its password, or it is no PKCS #12 file, or one encrypted with 3DES or RC2 (docs/certificates.md says how to make a new one)',
    )
  })
  const certificates = bags.flatMap((bag) =>
    bag instanceof CertBag && bag.parsedValue instanceof Certificate ? [bag.parsedValue] : [],
  )
  const keys = bags.flatMap((bag) => {
    const info = bag instanceof PKCS8ShroudedKeyBag ? bag.parsedValue : bag
    return info instanceof PrivateKeyInfo ? [info] : []
  })
  const [info] = keys
  if (!info || keys.length > 1) throw unusable(file, 'it must have one private key')
  const der = Buffer.from(info.toSchema().toBER())
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const own = certificates.find((one) =>
    new X509Certificate(derOf(one)).checkPrivateKey(privateKey),
  )
  if (!own) throw unusable(file, 'it has no certificate for its private key')
  const isRsa = privateKey.asymmetricKeyType === 'rsa'
  if (!isRsa && privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw unusable(file, 'its key must be RSA or ECDSA P-256')
  }
  const algorithm = isRsa
    ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    : { name: 'ECDSA', namedCurve: 'P-256' }
  const key = await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  return { key, own, others: certificates.filter((one) => one !== own) }
}

async function openBags(file: Uint8Array, given: string): Promise<unknown[]> {
  const password = new TextEncoder().encode(given).buffer
  const { result } = fromBER(new Uint8Array(file).buffer)
  const pfx = new PFX({ schema: result })
  await pfx.parseInternalValues({ password, checkIntegrity: true })
  const safe = pfx.parsedValue?.authenticatedSafe as AuthenticatedSafe
  await safe.parseInternalValues({
    safeContents: safe.safeContents.map(({ contentType }) =>
      contentType === oids.encryptedData ? { password } : {},
    ),
  })
  const contents = safe.parsedValue.safeContents as { value: SafeContents }[]
  const bags: unknown[] = contents.flatMap(({ value }) =>
    value.safeBags.map(({ bagValue }) => bagValue),
  )
  for (const bag of bags) {
    // The types leave the method out.
    if (bag instanceof PKCS8ShroudedKeyBag)
      await (bag as unknown as Opened).parseInternalValues({ password })
  }
  return bags
}

type Opened = { parseInternalValues(by: { password: ArrayBuffer }): Promise<void> }
