/**
 * What a JSON-LD document is without its texts. Documents of one shape become the same RDF but for
 * these texts: what contexts make of a value depends on the term over it and on nothing in it, and an
 * address of the web stays what it is. Whatever else can matter belongs to the shape: contexts,
 * types, other addresses, whose first part may be a prefix, and which texts are the same, since equal
 * statements are one statement and equal addresses one node.
 */
export type Shape = {
  /** The same for documents of the same shape. */
  key: string
  /** What the document says in place of each stand-in, in their order. */
  texts: readonly string[]
  standIns: readonly string[]
  /** The document that says the stand-ins. */
  document: object
}

/** With no character that RDF would write otherwise, or take for the end of it. */
const webAddress =
  /^https?:\/\/[a-z\d.-]+(:\d+)?\/([\w\-.~!$&'()*+,;=:@/?]|%[\dA-F]{2})*(#([\w\-.~!$&'()*+,;=:@/?]|%[\dA-F]{2})*)?$/i
/** Such as "did:web:naic.example". */
const otherAddress = /^[a-z_][^\s]*:/i
/** Under these stand words that contexts have a meaning for. */
const keptKeys = new Set(['@context', '@type', 'type', 'proofPurpose'])

/** @param mark begins each stand-in; nothing else may have it. */
export function shapeOf(document: object, mark: string): Shape {
  const standIns = new Map<string, string>()
  const standInOf = (text: string): string => {
    const number = standIns.size
    const fresh = webAddress.test(text) ? `https://${mark}/${number}/` : `${mark} ${number} `
    const standIn = standIns.get(text) ?? fresh
    standIns.set(text, standIn)
    return standIn
  }
  const withStandIns = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return otherAddress.test(value) && !webAddress.test(value) ? value : standInOf(value)
    }
    if (Array.isArray(value)) return value.map(withStandIns)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        keptKeys.has(key) ? (one as unknown) : withStandIns(one),
      ]),
    )
  }
  const shaped = withStandIns(document) as object
  return {
    key: JSON.stringify(shaped),
    texts: [...standIns.keys()],
    standIns: [...standIns.values()],
    document: shaped,
  }
}
