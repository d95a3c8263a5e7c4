/** The place of the council's signature in a PDF, and what is written there once the PDF is whole. */

const openRange = '**********'

/**
 * Makes the place in a document that is being made. Nothing is drawn: nobody signed by hand.
 *
 * @param room in bytes.
 * @param at when it is signed.
 */
export function placeSignature(
  pdf: PDFKit.PDFDocument,
  { room, name, at }: { room: number; name: string; at: Date },
) {
  const inside = pdf as unknown as Inside
  const signature = inside.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, openRange, openRange, openRange],
    Contents: Buffer.alloc(room),
    Name: new String(name),
    M: at,
  })
  // It prints, and is locked. PDF/A asks for no picture of what has no size.
  const field = inside.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    F: 4 + 128,
    Rect: [0, 0, 0, 0],
    T: new String('Council'),
    V: signature,
    P: inside.page.dictionary,
  })
  const form = inside.ref({ SigFlags: 3, Fields: [field] })
  for (const part of [signature, field, form]) part.end()
  inside.page.annotations.push(field)
  // pdfkit has no other way to it.
  // oxlint-disable-next-line no-underscore-dangle
  inside._root.data['AcroForm'] = form
  // pdfkit's own forms need a font that is not embedded.
  inside.endAcroForm = () => pdf
}

/** What pdfkit's types do not show. */
type Inside = {
  _root: { data: Record<string, unknown> }
  ref(data: object): { end(): void }
  page: { dictionary: object; annotations: object[] }
  endAcroForm: () => PDFKit.PDFDocument
}

/**
 * @param pdf whole, with one place of that room.
 * @param sign gets every byte but those of the place.
 */
export async function fillSignature(
  pdf: Buffer,
  room: number,
  sign: (content: Uint8Array) => Promise<Buffer>,
): Promise<Buffer> {
  const range = `/ByteRange [0${` /${openRange}`.repeat(3)}]`
  const contents = '\n/Contents <'
  // Too long to be part of a text.
  const start = pdf.indexOf(`${range}${contents}${'0'.repeat(2 * room)}>`)
  if (start < 0) throw new Error('The PDF has no place for a signature.')
  const first = start + range.length + contents.length - 1
  const second = first + 2 * room + 2
  const filled = Buffer.from(pdf)
  const isRight = `/ByteRange [0 ${first} ${second} ${pdf.length - second}]`
  filled.write(isRight.padEnd(range.length), start, 'latin1')
  const signature = await sign(Buffer.concat([filled.subarray(0, first), filled.subarray(second)]))
  if (signature.length > room) throw new Error('The signature has no room in the PDF.')
  filled.write(signature.toString('hex'), first + 1, 'latin1')
  return filled
}
