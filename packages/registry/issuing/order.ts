import type { CertificateFacts, HashedAddress, Learnt } from '@naic/ledger/format/credential.ts'
import { fillers } from '@naic/store/sheets/visible-text.ts'
import { RegistryRefused } from '../registry-refused.ts'

/** A certificate to be issued. */
export type Order = Omit<CertificateFacts, 'id'> & {
  /** What the council's own records call it; undefined for a certificate they do not know. */
  reference: string | undefined
  /** Of the holder: where a letter goes that tells of it. */
  email: string | undefined
  /** Signs a hash of it too, from which anybody can find it by guessing (docs/decisions/038). */
  withEmail?: boolean | undefined
  /** Number or title of an internship of the catalogue, where the domain has several. */
  internship?: string | undefined
  /** Set by `correctCertificate` alone: all but the holder's name is said as there. */
  corrects?: Corrected
  /** For the samples only; every other id is drawn. */
  id?: string
}

/** A certificate that had a wrong name, and what it said beside its facts. */
type Corrected = {
  id: string
  learnt: Learnt | undefined
  /** By which the council finds the holder, even if no letter can be sent. */
  address: HashedAddress | undefined
}

/** The two joiners belong to the spelling of names in Indian scripts. */
const unprintable = /[^\P{C}\u200c\u200d]|\p{Zl}|\p{Zp}/u

const withFillers = new RegExp(fillers, 'u')

const markup = /[<>]|&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i

/**
 * No certificate may say these: what is signed cannot be changed, and other people's programs read it.
 *
 * @returns what is wrong with a text and what to do, to be said after its name; undefined for a
 *   text that may be signed.
 */
export function whyUnsafe(text: string): string | undefined {
  const [mark] = unprintable.exec(text) ?? []
  if (mark) {
    return `has characters that cannot be printed (${codeOf(mark)}); type it again instead of copying it`
  }
  const [filler] = withFillers.exec(text) ?? []
  if (filler) {
    return `has letters that show nothing (${codeOf(filler)}); type it again instead of copying it`
  }
  const [sign] = markup.exec(text) ?? []
  return sign && `has "${sign}", which is markup; write it as it is to be printed`
}

const codeOf = (character: string) => String.raw`\u{${character.codePointAt(0)?.toString(16)}}`

/** @throws RegistryRefused naming the first order that no certificate may be made of. */
export function refuseUnsafe(orders: readonly Order[]): void {
  for (const { reference: _reference, email: _email, ...said } of orders) {
    for (const [name, text] of Object.entries(said)) {
      const why = typeof text === 'string' && whyUnsafe(text)
      if (why)
        throw new RegistryRefused(`Nothing was issued: the ${name} ${JSON.stringify(text)} ${why}.`)
    }
  }
}
