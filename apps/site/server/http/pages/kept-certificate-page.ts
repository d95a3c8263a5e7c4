import { toDay, toLongDate } from '#app/certificate-view/dates.ts'
import { languageOfName } from '#app/certificate-view/name-language.ts'
import { qrCode } from '#app/address-code/qr-code.ts'
import type { GivenFacts } from '@naic/ledger/format/credential.ts'
import type { CertificateState } from '#app/server-context/load-context.ts'
import type { Log } from '@naic/platform/log.ts'
import type { FinishedPage } from './finish-page.ts'
import { createNonce } from './page-headers.ts'
import type { PageRenderer } from './page-renderer.ts'

type Found = Extract<CertificateState, { state: 'found' }>

/** @returns the finished page of a certificate; undefined if it has to be rendered. */
export type CertificatePage = (found: Found, nonce: string) => Promise<FinishedPage | undefined>

/** What makes a page while it is asked for. */
type Pages = {
  renderer: Pick<PageRenderer, 'render'>
  finish: (rendered: string, nonce: string) => FinishedPage
}

/** A finished page in pieces: a text, or the place of one of a certificate's own words. */
type Shell = {
  pieces: readonly (string | number)[]
  headers: Record<string, string>
  nonce: string
}

/**
 * The pages of certificates that stand differ in the certificates' own words alone. So React renders
 * the page of one that does not exist, and each certificate's words are put in place of its (decision
 * 101). Nothing of a real certificate is kept.
 *
 * The size of a QR code follows from the length of the address, so each length has a page of its own, and
 * so has each choice of what a council gives beyond, such as hours.
 * What was revoked is rendered, and so is a name of which the page tells the language.
 */
export function keepCertificatePage(site: Pages, log: Pick<Log, 'warn'>): CertificatePage {
  const shells = new Map<string, Promise<Shell | undefined>>()
  return async (found, nonce) => {
    const { facts, address, revoked } = found
    if (revoked || languageOfName(facts.holder) !== undefined) return undefined
    const given = Object.entries(givenOf(facts)).flatMap(([name, one]) => (one ? [name] : []))
    const kind = [address.length, ...given].join(' ')
    const made = shells.get(kind) ?? makeShell(site, found, log)
    shells.set(kind, made)
    try {
      const shell = await made
      return shell && fillIn(shell, found, nonce)
    } catch (error) {
      shells.delete(kind)
      throw error
    }
  }
}

/** @returns undefined if more than the words differs from page to page. */
async function makeShell(
  { renderer, finish }: Pages,
  like: Found,
  log: Pick<Log, 'warn'>,
): Promise<Shell | undefined> {
  const render = async (found: Found, nonce: string) => {
    const lookUp = () => Promise.resolve(found)
    const page = await renderer.render(`/verify/${found.facts.id}`, nonce, undefined, lookUp)
    return finish(await page.text(), nonce)
  }
  const [nonce, otherNonce] = [createNonce(), createNonce()]
  const first = standIn(like, 'STANDINFORANYID', '1904-03-0')
  const { html, headers } = await render(first, nonce)
  let pieces: Shell['pieces'] = [html]
  for (const [at, word] of ownWords(first, nonce).entries()) {
    pieces = pieces.flatMap((piece) => (typeof piece === 'string' ? cut(piece, word, at) : piece))
  }
  const shell = { pieces, headers, nonce }
  // A word that the page also shows in another way is not in its place now.
  const second = standIn(like, 'ATRIALOFTHEPAGE', '1912-11-2')
  const filled = fillIn(shell, second, otherNonce)
  if (filled.html === (await render(second, otherNonce)).html) return shell
  log.warn('every page of a certificate is rendered, since more than its words differs from others')
  return undefined
}

/**
 * @param days of a month, without the last digit.
 * @returns a certificate that does not exist, with all letters for which HTML and scripts have others.
 */
function standIn(like: Found, name: string, days: string): Found {
  const id = name.slice(0, like.facts.id.length)
  const word = (what: string) => `${what} of "${name.toLowerCase()}" <it's & that>`
  const words = { holder: word('Holder'), domain: word('Domain'), duration: word('Duration') }
  const { startedOn, endedOn, hours, credits, college } = givenOf(like.facts)
  const given: GivenFacts = {
    startedOn: startedOn && `${days}3`,
    endedOn: endedOn && `${days}4`,
    hours: hours && 1_000_000 + name.charCodeAt(0),
    credits: credits && 2_000_000.5 + name.charCodeAt(0),
    college: college && word('College'),
  }
  const facts = { id, ...words, verifiedOn: `${days}2`, ...given }
  return { ...like, facts, address: like.address.replace(like.facts.id, id) }
}

/** In one order, each there or undefined, as the register reads them. */
const givenOf = ({ startedOn, endedOn, hours, credits, college }: GivenFacts): GivenFacts => ({
  startedOn,
  endedOn,
  hours,
  credits,
  college,
})

/** @returns what a page has of a certificate and of its request, as it is written there. */
function ownWords({ facts, address }: Found, nonce: string): string[] {
  const { id, holder, domain, duration, verifiedOn, startedOn, endedOn, hours, credits } = facts
  const words = [holder, domain, duration, ...(facts.college ? [facts.college] : [])]
  return [
    nonce,
    id,
    verifiedOn,
    toLongDate(verifiedOn),
    qrCode(address).path,
    ...words.flatMap((word) => [inHtml(word), inScript(word)]),
    ...[startedOn, endedOn].flatMap((day) => (day ? [day, toDay(day)] : [])),
    ...[hours, credits].flatMap((number) => (number ? [String(number)] : [])),
  ]
}

const cut = (text: string, word: string, at: number): (string | number)[] =>
  text.split(word).flatMap((piece, index) => (index === 0 ? [piece] : [at, piece]))

function fillIn(shell: Shell, found: Found, nonce: string): FinishedPage {
  const words = ownWords(found, nonce)
  const html = shell.pieces
    .map((piece) => (typeof piece === 'number' ? words[piece] : piece))
    .join('')
  const headers = Object.entries(shell.headers).map(([name, value]) => [
    name,
    value.replaceAll(shell.nonce, nonce),
  ])
  return { html, headers: Object.fromEntries(headers) }
}

/** As React writes a text, and the value of an attribute. */
const inHtml = (text: string) => text.replaceAll(/["'&<>]/g, (letter) => entities[letter] ?? letter)

const entities: Record<string, string> = {
  '"': '&quot;',
  "'": '&#x27;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
}

/** As React Router writes a text among its data: in a JSON text, and that in a string of a script. */
const inScript = (text: string) =>
  inString(inString(text)).replaceAll(
    /[&<>\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const inString = (text: string) => JSON.stringify(text).slice(1, -1)
