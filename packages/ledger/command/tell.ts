import type { SignedFacts } from '#format/credential.ts'
import type { Examination } from '#verify/examine-certificate.ts'
import type { Verdict } from '#verify/verdict.ts'
import type { Outcome } from './check-all.ts'

/** Which way to a state. `alone`: right as far as a file can prove, with the site out of reach. */
type Kind = Verdict | 'replaced' | 'alone' | Exclude<Outcome['state'], 'examined'>

/** The words of the council's own pages, and the exit code. */
const concluded = {
  verified: ['Verified', 0, ''],
  erased: ['Erased', 0, 'The council erased its record: this file is all that there is.'],
  revoked: ['Withdrawn', 1, 'The council has withdrawn this certificate.'],
  // Which one took its place is said by itself.
  replaced: ['Replaced', 2, ''],
  void: ['Withdrawn', 1, 'The council has withdrawn the key that signed it.'],
  forged: ['Not found', 1, 'The council has signed no such certificate.'],
  other: ['Not found', 1, 'This is another certificate than the one whose ID was given.'],
  absent: ['Not found', 1, 'The council’s key signed it, but its log does not have it.'],
  unknown: ['Not found', 1, 'No certificate has this ID.'],
  doubtful: ['Not verified', 1, 'Something does not match the council’s log.'],
  expired: ['Not verified', 1, 'The time for which it was signed is over.'],
  gone: ['Erased', 2, 'The council erased its record. The holder’s file can still be checked.'],
  alone: [
    'Could not be checked',
    3,
    'The council signed it, and its receipt proves that its log has it.',
  ],
} as const

const unreached = {
  busy: 'The site was asked too often.',
  failed: 'The site has a fault, or this program.',
  away: 'The site does not answer.',
  offline: 'The site was not asked.',
}

const unchecked: Record<Exclude<Kind, keyof typeof concluded>, string> = {
  ...unreached,
  early: 'It is signed for later. Is this machine’s clock right?',
  incomplete: 'Nothing is wrong, but not all could be checked.',
  unchecked: 'The key that signed it is not among those known here.',
  noFile: 'There is no such file, and no certificate has such an ID.',
  notRead: 'It cannot be read: a folder, or a file that you may not open.',
  unreadable: 'This is no certificate’s file.',
  ambiguous: 'It gives two values under one name.',
  otherDocument: 'It is signed, but it is no certificate.',
  receiptAlone: 'A receipt says nothing without its certificate, which is not beside it.',
  several: 'There is more than one certificate here.',
  nothingInside: 'There is no certificate inside this file.',
  photo: 'It is a photo. Type the ID that is printed below the name instead.',
  encrypted: 'It is protected. Type the ID that is printed below the name instead.',
  tooMuch: 'It has far more in it than certificates have.',
  noReader: 'This program lacks what reads such files.',
}

const compared: Record<Examination['comparison']['state'], string> = {
  ...unreached,
  compared: '',
  absent: '',
  receipt: 'The file’s receipt is not of the council’s log as it is now.',
  smaller: 'The log is smaller than when it was seen from here before.',
  changed: 'The log is not the one that was seen from here before.',
  denied: 'The log has it, and the register says that it does not. Ask the council.',
  outdated: 'The key that signed its receipt was withdrawn since: ask for a newer file.',
  altered: 'A program has changed the signatures in this file: ask for a newer one.',
  disowned: 'Another log, whose key was withdrawn since, was seen from here. Ask the council.',
  unproven: 'The site did not prove that its log has only grown.',
  erased: 'The council erased its record, and the file has no receipt.',
  restarted: 'Ask the council before you rely on this certificate.',
}

/** What is said of one file or ID; README.md has it field by field. */
export type Told = ReturnType<typeof tell>

/** @param mustBeSeen whether witnesses must have signed its log. */
export function tell(given: string, outcome: Outcome, mustBeSeen: boolean) {
  const of = outcome.state === 'examined' ? outcome.examination : undefined
  const isRevoked = of?.verdict === 'revoked'
  const correctedBy = isRevoked ? of.correctedBy : undefined
  const kind = correctedBy ? 'replaced' : kindOf(outcome, mustBeSeen)
  const [state, code, reason] =
    kind in concluded
      ? concluded[kind as keyof typeof concluded]
      : (['Could not be checked', 2, unchecked[kind as keyof typeof unchecked]] as const)
  return {
    given,
    state,
    kind,
    code,
    reasons: [reason, ...reasonsOf(outcome)].filter((one) => one !== ''),
    certificate: of?.facts && { ...certificateOf(of.facts), signedAt: of.proof?.created },
    withdrawnAt: isRevoked ? of.revocation?.at : undefined,
    correctedBy,
    statusAsOf: of?.statusAsOf,
    checkedAt: (of?.checkedAt ?? new Date()).toISOString(),
  }
}

/**
 * `alone` where all is right that a file can prove by itself, and only the site did not answer. Of
 * witnesses who could not be asked for, nobody knows whether they signed.
 */
function kindOf(outcome: Outcome, mustBeSeen: boolean): Kind {
  if (outcome.state !== 'examined') return outcome.state
  const { verdict, comparison, witnesses, signature, inclusion, checkpoint } = outcome.examination
  const isAlone =
    verdict === 'incomplete' &&
    comparison.state in unreached &&
    (!mustBeSeen || witnesses?.isEnough === true) &&
    [signature, inclusion, checkpoint].every((check) => check === 'passed')
  return isAlone ? 'alone' : verdict
}

function reasonsOf(outcome: Outcome): string[] {
  if (outcome.state === 'unknown') return outcome.didYouMean.map((id) => `Did you mean ${id}?`)
  if (outcome.state !== 'examined') return []
  const { verdict, comparison, correctedBy, facts, ...of } = outcome.examination
  const restarted = comparison.state === 'restarted' ? comparison : undefined
  const restart = 'restart' in comparison ? comparison.restart : restarted
  const isCompared = !['verified', 'forged', 'other'].includes(verdict)
  const isPainted = 'isPainted' in outcome && outcome.isPainted
  return [
    verdict === 'revoked' && correctedBy ? `Replaced by ${correctedBy}: check that one.` : '',
    verdict === 'forged' && of.otherIssuer !== undefined
      ? `It names another site as its issuer: ${of.otherIssuer}. Is --site right?`
      : '',
    restart ? `The council restarted its log on ${dayOf(restart.at)}: “${restart.reason}”` : '',
    restart?.isOfLost
      ? 'The file’s receipt is of the part that was lost: ask for a newer file.'
      : '',
    isCompared ? compared[comparison.state] : '',
    isCompared && comparison.state in unreached ? 'It may have been withdrawn since.' : '',
    verdict === 'incomplete' && of.status === 'unknown'
      ? 'The list of what is withdrawn could not be checked.'
      : '',
    of.listed === 'failed' ? 'The list of what is withdrawn is not the newest.' : '',
    of.witnesses ? witnessReason(of.witnesses, comparison.state === 'compared') : '',
    isPainted && facts ? 'Compare what the PDF shows with what is signed, printed here.' : '',
  ]
}

function witnessReason(
  { signed, missing }: NonNullable<Examination['witnesses']>,
  isLive: boolean,
) {
  const when = isLive ? ' within the last day' : ''
  const names = missing.map(({ name }) => name).join(', ')
  return `${signed.length} of ${signed.length + missing.length} witnesses have signed its log${when}.${names && ` Missing: ${names}.`}`
}

const certificateOf = ({ learnt: _learnt, address: _address, ...facts }: SignedFacts) => facts

const dayOf = (time: string) => time.slice(0, 10)

/** For people: one line, and below it what was signed, and why. */
export function inWords({ given, state, certificate, reasons, withdrawnAt }: Told): string {
  const since = withdrawnAt === undefined ? '' : ` on ${dayOf(withdrawnAt)}`
  const facts = Object.entries(certificate ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}`)
  return [`${state}${since}: ${given}`, ...facts, ...reasons].map(printable).join('\n    ')
}

/** Nothing that a terminal would obey, or that turns the direction of what follows. */
export const printable = (text: string) =>
  text.replaceAll(/[\p{Cc}\p{Surrogate}\u2028-\u202e\u2066-\u2069]/gu, '\ufffd')

/** One line of JSON, in which what is not there is null. */
export const inJson = (told: Told) =>
  JSON.stringify(told, (_name, value: unknown) => value ?? null).replaceAll(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
