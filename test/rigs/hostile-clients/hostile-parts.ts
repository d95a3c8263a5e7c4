import { resumePart, textPart } from '#test/support/ashas-form.ts'
import { pdf } from '#test/support/resumes.ts'
import { multipart } from '#test/support/start-api.ts'
import { accepted, type HostileCase, often, once, rewritten, withParts } from './hostile-case.ts'
import { boundary, type HostileRequest, request, rightParts } from './hostile-request.ts'

const megabyte = 1024 * 1024
const malformed = [422]
const wrongField = [400]

/** A right body that begins with a part under such headers. */
const withHeaders = (headers: string) => withParts([{ headers, body: 'x' }])

const disposition = 'Content-Disposition: form-data'
const fields = (count: number) =>
  Array.from({ length: count }, (_, number) => textPart(`field${number}`, 'x'))

const file =
  (headers: string) =>
  (way: string): HostileRequest => ({
    pieces: [
      request(
        way,
        multipart(
          [
            ...rightParts(way).filter((part) => !part.headers.includes('"resume"')),
            { headers: `${disposition}; ${headers}\r\nContent-Type: application/pdf`, body: pdf() },
          ],
          boundary,
        ),
      ),
    ],
  })

const parts: HostileCase[] = [
  once('a part without a name', malformed, withHeaders(disposition)),
  once('a part with an empty name', malformed, withHeaders(`${disposition}; name=""`)),
  once('a part without headers', malformed, withHeaders('')),
  once(
    'a part of another disposition',
    malformed,
    withHeaders('Content-Disposition: attachment; name="name"'),
  ),
  once('a name twice', malformed, withHeaders(`${disposition}; name="name"; name="email"`)),
  once(
    'a disposition twice',
    malformed,
    withHeaders(`${disposition}; name="name"\r\n${disposition}; name="email"`),
  ),
  once(
    'no empty line after a header',
    malformed,
    rewritten((body) => body.replace('\r\n\r\n', '\r\n')),
  ),
  once(
    'folded headers',
    [400, 422],
    withHeaders(`Content-Disposition:\r\n form-data;\r\n name="name"`),
  ),
  often('4,000 parts', malformed, withParts(fields(4_000))),
  once(
    '4,000 headers in a part',
    malformed,
    withHeaders(`${disposition}; name="name"${'\r\nX: y'.repeat(4_000)}`),
  ),
  once(
    'a header of a megabyte',
    malformed,
    withHeaders(`${disposition}; name="${'n'.repeat(megabyte)}"`),
  ),
  once(
    '4,000 parameters in a header',
    malformed,
    withHeaders(`${disposition}${'; a="\\"'.repeat(1_100)}`),
  ),
  once('the same field twice', [400], withParts([textPart('name', 'Asha')])),
  once('a field called __proto__', malformed, withParts([textPart('__proto__', 'x')])),
  once('a field called constructor', malformed, withParts([textPart('constructor', 'x')])),
  once(
    'a field of JSON',
    malformed,
    withHeaders(`${disposition}; name="name"\r\nContent-Type: application/json`),
  ),
  once(
    'a multipart in a part',
    [400, 422],
    withParts([
      {
        headers: `${disposition}; name="name"\r\nContent-Type: multipart/mixed; boundary=inner`,
        body: multipart([textPart('email', 'x')], 'inner'),
      },
    ]),
  ),
  once(
    'a part in base64',
    [400, 422],
    withHeaders(`${disposition}; name="name"\r\nContent-Transfer-Encoding: base64`),
  ),
  once('a NUL in a name', malformed, withParts([textPart('na\0me', 'x')])),
  once(
    'NULs in a text',
    wrongField,
    rewritten((body) => body.replace('Asha', 'As\0ha')),
  ),
  once(
    'a name that is not UTF-8',
    malformed,
    rewritten((body) => body.replace('"name"', '"na\xFFme"')),
  ),
  once(
    'a text that is not UTF-8',
    [...accepted, 400],
    rewritten((body) => body.replace('Asha', '\xC3(\xE2\x28\xA1\xF0\x9F')),
  ),
]

/** The form of contact has no file, and refuses any. */
const files: HostileCase[] = [
  once('a file without a name', malformed, file('filename="cv.pdf"')),
  once('a file called __proto__', malformed, file('name="__proto__"; filename="cv.pdf"')),
  once('five files', malformed, withParts(Array.from({ length: 5 }, () => resumePart()))),
  once(
    'a header injected by the name of a file',
    [...accepted, 422],
    file('name="resume"; filename="cv%0D%0ASet-Cookie: a=b%22.pdf"'),
  ),
  once(
    'a line break in the name of a file',
    [...accepted, 422],
    file('name="resume"; filename="cv\r\nSet-Cookie: a=b.pdf"'),
  ),
  once(
    'a path for the name of a file',
    [...accepted, 422],
    file('name="resume"; filename="../../../naic.sqlite\\0.pdf"'),
  ),
  once(
    'the name of a file in a charset',
    [...accepted, 422],
    file(`name="resume"; filename*=UTF-8''%00%2e%2e%2fcv.pdf`),
  ),
  once(
    '7,000 letters for the name of a file',
    [...accepted, 422],
    file(`name="resume"; filename="${'é'.repeat(3_500)}.pdf"`),
  ),
]

export const hostileParts: HostileCase[] = [...parts, ...files]
