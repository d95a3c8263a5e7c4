import { parseXml, XmlElement } from '@rgrove/parse-xml'

/** A page of a bucket's list of keys. */
export type KeyPage = {
  entries: { key: string; changedAt: Date }[]
  /** With which to ask for the next page; undefined for the last. */
  next: string | undefined
}

/**
 * @param xml answer to ListObjectsV2 with encoding-type=url
 *   (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html).
 * @throws Error where it is none.
 */
export function readKeyPage(xml: string): KeyPage {
  const root = rootOf(xml, 'ListBucketResult')
  const isTruncated = textOf(root, 'IsTruncated') === 'true'
  const next = textOf(root, 'NextContinuationToken')
  if (isTruncated && !next) throw new Error('A page that is not the last names no next one.')
  const entries = childrenOf(root, 'Contents').map((entry) => ({
    key: decodeURIComponent(textOf(entry, 'Key').replaceAll('+', ' ')),
    changedAt: new Date(textOf(entry, 'LastModified')),
  }))
  if (entries.some(({ changedAt }) => Number.isNaN(changedAt.getTime()))) {
    throw new Error('A key is listed without the time of its last change.')
  }
  return { entries, next: isTruncated ? next : undefined }
}

/** @returns the code of an answer that refuses, such as NoSuchKey; empty where it is not S3's. */
export function readErrorCode(xml: string): string {
  try {
    return /^\w{1,60}$/.exec(textOf(rootOf(xml, 'Error'), 'Code'))?.[0] ?? ''
  } catch {
    return ''
  }
}

function rootOf(xml: string, name: string): XmlElement {
  const { root } = parseXml(xml)
  if (root?.name !== name) throw new Error(`The answer is no ${name}.`)
  return root
}

const childrenOf = (element: XmlElement, name: string) =>
  element.children.filter(
    (child): child is XmlElement => child instanceof XmlElement && child.name === name,
  )

const textOf = (element: XmlElement, name: string) =>
  childrenOf(element, name)[0]?.text.trim() ?? ''
