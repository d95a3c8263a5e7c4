import type { Examination } from '#verify/examine-certificate.ts'
import { logCheck, type Tone, toneOf, type Verdict } from '#verify/verdict.ts'
import type { Outcome } from './check-all.ts'

/** The words of the council's own pages. `Not verified`: signed by the council, and its log contradicts that. */
type State =
  | 'Verified'
  | 'Withdrawn'
  | 'Replaced'
  | 'Not found'
  | 'Erased'
  | 'Could not be checked'
  | 'Not verified'

/**
 * `alone`: nothing is wrong, and the file proves by itself what it can: signature, place in the log,
 * witnesses. Whether it was withdrawn since, the site was not there to say.
 */
type Weight = Tone | 'alone'

const words: Record<Verdict | 'replaced', [State, string]> = {
  verified: ['Verified', ''],
  erased: ['Erased', 'The council erased its record: this file is all that there is.'],
  revoked: ['Withdrawn', 'The council has withdrawn this certificate.'],
  replaced: ['Replaced', 'The council has withdrawn this certificate.'],
  void: ['Withdrawn', 'The council has withdrawn the key that signed it.'],
  forged: ['Not found', 'The council has signed no such certificate.'],
  other: ['Not found', 'This is another certificate than the one whose ID was given.'],
  absent: ['Not found', 'The council’s key signed it, but its log does not have it.'],
  doubtful: ['Not verified', 'Something does not match the council’s log.'],
  expired: ['Not verified', 'The time for which it was signed is over.'],
  early: ['Could not be checked', 'It is signed for later. Is this machine’s clock right?'],
  incomplete: ['Could not be checked', 'Nothing is wrong, but not all could be checked.'],
  unchecked: ['Could not be checked', 'The key that signed it is not among those known here.'],
}

const unreached = {
  busy: 'The site was asked too often',
  failed: 'The site has a fault',
  away: 'The site does not answer',
  offline: 'The site was not asked',
}

const compared: Record<Examination['comparison']['state'], string> = {
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
  ...sentencesOf(unreached, ', so that nobody knows whether it was withdrawn since.'),
}

type Line = [State, Weight, string]

const byId: Record<string, Line> = {
  unknown: ['Not found', 'wrong', 'No certificate has this ID.'],
  erased: [
    'Erased',
    'open',
    'The council erased its record. The holder’s file can still be checked.',
  ],
}

const byFile: Record<string, string> = {
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
}

function sentencesOf<Name extends string>(of: Record<Name, string>, end: string) {
  const names = Object.keys(of) as Name[]
  return Object.fromEntries(names.map((name) => [name, of[name] + end])) as Record<Name, string>
}

/** What is said of one file or ID; README.md has it field by field. */
export type Told = ReturnType<typeof tell>

/** @param mustBeSeen whether witnesses must have signed its log. */
export function tell(given: string, { from, found }: Outcome, mustBeSeen: boolean) {
  if (found.state === 'examined') {
    const isPainted = 'isPainted' in found && found.isPainted
    return tellExamination(given, found.examination, mustBeSeen, isPainted)
  }
  const isOfId = from === 'id'
  const why = isOfId ? sentencesOf(unreached, '.')[found.state as 'away'] : byFile[found.state]
  const open: Line = ['Could not be checked', 'open', why ?? 'It could not be checked.']
  const [state, weight, sentence] = (isOfId && byId[found.state]) || open
  const didYouMean = 'didYouMean' in found ? [...found.didYouMean] : []
  const meant = didYouMean.length > 0 ? [`Did you mean ${didYouMean.join(', ')}?`] : []
  return {
    given,
    state,
    kind: found.state,
    weight,
    sentences: [sentence, ...meant],
    certificate: null,
    withdrawnAt: null,
    correctedBy: null,
    checks: null,
    statusAsOf: null,
    log: null,
    witnesses: null,
    restart: null,
    didYouMean,
    checkedAt: new Date().toISOString(),
  }
}

function tellExamination(given: string, of: Examination, mustBeSeen: boolean, isPainted: boolean) {
  const { verdict, facts, comparison, witnesses, details } = of
  const correctedBy = (verdict === 'revoked' && of.replaced.correctedBy) || null
  const kind = correctedBy === null ? verdict : 'replaced'
  const [state, sentence] = words[kind]
  // Of witnesses who could not be asked for, nobody knows whether they signed.
  const isSeen = !mustBeSeen || witnesses?.isEnough === true
  const isAlone = verdict === 'incomplete' && isSeen && provesItself(of)
  const restarted = comparison.state === 'restarted' ? comparison : undefined
  const restart = 'restart' in comparison ? comparison.restart : restarted
  const weight: Weight = isAlone ? 'alone' : toneOf(of)
  const why = ['verified', 'forged', 'other'].includes(verdict) ? '' : compared[comparison.state]
  const sentences = [
    correctedBy === null ? '' : `Replaced by ${correctedBy}: check that one.`,
    isAlone ? 'The council signed it, and its receipt proves that its log has it.' : sentence,
    verdict === 'forged' && of.otherIssuer !== undefined
      ? `It names another site as its issuer: ${of.otherIssuer}. Is --site right?`
      : '',
    restart ? `The council restarted its log on ${dayOf(restart.at)}: “${restart.reason}”` : '',
    restart?.what === 'lost' ? 'The certificate was in the part that was lost.' : '',
    why,
    verdict === 'incomplete' && of.status === 'unknown'
      ? 'The list of what is withdrawn could not be checked. If keys are pinned, fetch them anew.'
      : '',
    of.listed === 'failed' ? 'The list of what is withdrawn is not the newest.' : '',
    witnesses ? witnessSentence(witnesses, comparison.state === 'compared') : '',
    isPainted && facts ? 'Compare what the PDF shows with what is signed, printed here.' : '',
  ]
  return {
    given,
    state,
    kind,
    weight,
    sentences: sentences.filter((one) => one !== ''),
    certificate: facts ? certificateOf(facts, of.proof?.created) : null,
    withdrawnAt: (verdict === 'revoked' && of.revocation?.at) || null,
    correctedBy,
    checks: {
      signature: of.signature,
      log: logCheck(of),
      status: of.status,
      comparison: comparison.state,
    },
    statusAsOf: of.statusAsOf ?? null,
    log: details
      ? {
          origin: details.checkpoint.origin,
          size: details.checkpoint.size,
          index: details.index,
        }
      : null,
    witnesses: witnesses
      ? {
          needed: witnesses.needed,
          signed: witnesses.signed.map(({ name, time }) => ({ name, time: time.toISOString() })),
          missing: witnesses.missing.map(({ name }) => name),
        }
      : null,
    restart: restart
      ? { at: restart.at, reason: restart.reason, isLost: restart.what === 'lost' }
      : null,
    didYouMean: [],
    checkedAt: of.checkedAt.toISOString(),
  }
}

const dayOf = (time: string) => time.slice(0, 10)

/** Whether all is right that a file can prove by itself, and only the site did not answer. */
const provesItself = ({ comparison, signature, inclusion, checkpoint }: Examination) =>
  comparison.state in unreached &&
  [signature, inclusion, checkpoint].every((check) => check === 'passed')

type Facts = NonNullable<Examination['facts']>

function certificateOf(facts: Facts, signedAt: string | undefined) {
  const { id, holder, domain, duration, verifiedOn } = facts
  return {
    id,
    holder,
    domain,
    duration,
    verifiedOn,
    startedOn: facts.startedOn ?? null,
    endedOn: facts.endedOn ?? null,
    hours: facts.hours ?? null,
    credits: facts.credits ?? null,
    college: facts.college ?? null,
    signedAt: signedAt ?? null,
  }
}

function witnessSentence(witnesses: NonNullable<Examination['witnesses']>, isLive: boolean) {
  const { needed, signed, missing } = witnesses
  const all = signed.length + missing.length
  const when = isLive ? ' within the last day' : ''
  const names = missing.map(({ name }) => name).join(', ')
  const absent = names === '' ? '' : ` Missing: ${names}.`
  return `${signed.length} of ${all} witnesses have signed its log${when}, ${needed} are needed.${absent}`
}

const columns = 80
const indent = '    '

/** For people: one line, and what explains it below, none wider than a terminal. */
export function inWords({ given, state, certificate, sentences, withdrawnAt }: Told): string {
  const since = withdrawnAt === null ? '' : ` on ${dayOf(withdrawnAt)}`
  const facts = certificate ? [`${factsInWords(certificate)}.`] : []
  const below = [...facts, ...sentences].map((one) => `\n${wrapped(printable(one))}`)
  return printable(`${state}${since}: ${given}`) + below.join('')
}

function factsInWords(certificate: ReturnType<typeof certificateOf>): string {
  const { id, holder, domain, duration, verifiedOn } = certificate
  const { startedOn, endedOn, hours, credits, college } = certificate
  const facts = [
    `${id}: ${holder}`,
    domain,
    duration,
    startedOn && `from ${startedOn}`,
    endedOn && `to ${endedOn}`,
    hours !== null && `${hours} hours`,
    credits !== null && `${credits} credits`,
    college,
    `verified on ${verifiedOn}`,
  ]
  return facts.filter((fact) => typeof fact === 'string').join(', ')
}

function wrapped(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    const isFull = line !== '' && indent.length + line.length + 1 + word.length > columns
    if (isFull) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.map((line) => indent + line).join('\n')
}

/** Nothing that a terminal would obey, or that turns the direction of what follows. */
export const printable = (text: string) =>
  text.replaceAll(/[\p{Cc}\p{Surrogate}\u2028-\u202e\u2066-\u2069]/gu, '\ufffd')

/** One line of JSON. */
export const inJson = (told: Told) =>
  JSON.stringify(told).replaceAll(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
