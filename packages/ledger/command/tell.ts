import type { Examination } from '#verify/examine-certificate.ts'
import { type Findings, logCheck, type Verdict } from '#verify/verdict.ts'
import type { WitnessReport } from '#verify/witness-policy.ts'
import type { Outcome } from './check-all.ts'

/** The words of the council's own pages. */
type State =
  | 'Verified'
  | 'Withdrawn'
  | 'Replaced'
  | 'Not found'
  | 'Erased'
  | 'Could not be checked'
  /** Signed by the council, and its log contradicts that. */
  | 'Not verified'

/**
 * `alone`: nothing is wrong, and the file proves by itself what it can: signature, place in the log,
 * witnesses. Whether it was withdrawn since, the site was not there to say.
 */
type Weight = 'right' | 'alone' | 'open' | 'wrong'

/** What is said of one file or ID; README.md has it field by field. */
export type Told = {
  given: string
  state: State
  /** Which of the ways there are to come to that state. */
  kind: string
  weight: Weight
  sentences: string[]
  certificate: {
    id: string
    holder: string
    domain: string
    duration: string
    verifiedOn: string
    startedOn: string | null
    endedOn: string | null
    hours: number | null
    credits: number | null
    college: string | null
    signedAt: string | null
  } | null
  withdrawnAt: string | null
  /** ID of the one in its place, which nobody signed: check that one by itself. */
  correctedBy: string | null
  checks: {
    signature: string
    log: string
    status: string
    /** What came of comparing it with the live log. */
    comparison: string
  } | null
  statusAsOf: string | null
  log: { origin: string; size: number; index: number } | null
  witnesses: {
    needed: number
    signed: { name: string; time: string }[]
    missing: string[]
  } | null
  /** The council's signed word of why the log is not the one that was seen, or that a receipt proves. */
  restart: { at: string; reason: string; isLost: boolean } | null
  didYouMean: string[]
  checkedAt: string
}

type Line = { state: State; weight: Weight; sentence: string }

const verdicts: Record<Verdict | 'replaced', Line> = {
  verified: { state: 'Verified', weight: 'right', sentence: '' },
  erased: {
    state: 'Erased',
    weight: 'right',
    sentence:
      'The certificate is genuine. The council erased its own record at the holder’s request, so this file is all that there is of it.',
  },
  revoked: {
    state: 'Withdrawn',
    weight: 'wrong',
    sentence: 'The council has withdrawn this certificate.',
  },
  // Who has the old name has no forgery: the certificate goes on under another ID.
  replaced: {
    state: 'Replaced',
    weight: 'open',
    sentence: 'The council has withdrawn this certificate.',
  },
  void: {
    state: 'Withdrawn',
    weight: 'wrong',
    sentence:
      'The council has withdrawn the key that signed it, because someone else may have used it.',
  },
  forged: {
    state: 'Not found',
    weight: 'wrong',
    sentence: 'The council has signed no such certificate: it was changed, or made up.',
  },
  other: {
    state: 'Not found',
    weight: 'wrong',
    sentence: 'This is another certificate than the one whose ID was given.',
  },
  absent: {
    state: 'Not found',
    weight: 'wrong',
    sentence:
      'The council’s key signed it, but its log does not have it under its ID. Someone may have made it with a stolen key.',
  },
  doubtful: {
    state: 'Not verified',
    weight: 'wrong',
    sentence: 'The council’s key signed it, but something does not match the council’s log.',
  },
  expired: {
    state: 'Not verified',
    weight: 'wrong',
    sentence: 'The time for which it was signed is over.',
  },
  early: {
    state: 'Could not be checked',
    weight: 'open',
    sentence: 'It was signed for a time that has not begun. Is the clock of this machine right?',
  },
  incomplete: {
    state: 'Could not be checked',
    weight: 'open',
    sentence: 'All that could be checked is right, but not everything could be checked.',
  },
  unchecked: {
    state: 'Could not be checked',
    weight: 'open',
    sentence:
      'The key that signed it is not among those that are known here. If yours are pinned, fetch them anew.',
  },
}

const compared: Record<Examination['comparison']['state'], string> = {
  compared: '',
  absent: '',
  receipt: 'The file’s receipt is not of the council’s log as it is now.',
  smaller: 'The log is smaller than when it was seen from here before.',
  changed: 'The log is not the one that was seen from here before.',
  denied:
    'The council’s public list has it, as its receipt proves, but the register says that it does not know it. Ask the council.',
  outdated:
    'The key that signed its receipt was withdrawn since. The council’s log has it: ask for a newer file.',
  altered:
    'A program has changed the signatures in this file. It says what the council signed: ask for a newer file.',
  disowned:
    'Another log was seen from here before, signed with a key that was withdrawn since. Ask the council.',
  unproven: 'The site did not prove that its log has only grown.',
  erased: 'The council erased its record, and the file has no receipt to compare with the log.',
  restarted:
    'Ask the council before you rely on this certificate: what else changed with its log cannot be proven.',
  busy: 'The site was asked too often.',
  failed: 'The site has a fault, so that nobody knows whether it was withdrawn since.',
  away: 'The site does not answer, so that nobody knows whether it was withdrawn since.',
  offline: 'The site was not asked, so that nobody knows whether it was withdrawn since.',
}

const byId = {
  unknown: ['Not found', 'wrong', 'No certificate has this ID.'],
  erased: [
    'Erased',
    'open',
    'The council erased its record at the holder’s request. The holder’s own file can still be checked.',
  ],
  busy: ['Could not be checked', 'open', 'The site was asked too often.'],
  failed: ['Could not be checked', 'open', 'The site has a fault.'],
  away: ['Could not be checked', 'open', 'The site does not answer.'],
  offline: ['Could not be checked', 'open', 'An ID cannot be looked up without the site.'],
} as const

const byFile = {
  noFile: 'There is no such file, and no certificate has such an ID.',
  notRead: 'It cannot be read: a folder, or a file that you may not open.',
  unreadable: 'This is no certificate’s file.',
  ambiguous: 'It gives two values under one name, and programs differ in which of them they read.',
  otherDocument: 'It is signed, but it is no certificate.',
  receiptAlone: 'A receipt says nothing without its certificate, which is not beside it.',
  several: 'There is more than one certificate here.',
  nothingInside: 'There is no certificate inside this file.',
  photo: 'It is a photo, which is not read. Type the ID that is printed below the name instead.',
  noReader: 'What reads PDFs and pictures could not be loaded.',
  encrypted:
    'It is protected, and so not opened. Type the ID that is printed below the name instead.',
  tooMuch: 'It has far more in it than certificates have.',
  failed: 'It could not be checked.',
} as const

const nothing = {
  certificate: null,
  withdrawnAt: null,
  correctedBy: null,
  checks: null,
  statusAsOf: null,
  log: null,
  witnesses: null,
  restart: null,
  didYouMean: [],
}

/** @param mustBeSeen whether witnesses must have signed its log. */
export function tell(given: string, outcome: Outcome, mustBeSeen: boolean): Told {
  const checkedAt = new Date().toISOString()
  const { found } = outcome
  if (found.state === 'examined') {
    const isPainted = 'isPainted' in found && found.isPainted
    return { given, ...tellExamination(found.examination, mustBeSeen, isPainted) }
  }
  if (outcome.from === 'file') {
    const kind = found.state as keyof typeof byFile
    const sentences = [byFile[kind]]
    return {
      given,
      state: 'Could not be checked',
      kind,
      weight: 'open',
      sentences,
      ...nothing,
      checkedAt,
    }
  }
  const kind = found.state as keyof typeof byId
  const [state, weight, sentence] = byId[kind]
  const didYouMean = 'didYouMean' in found ? [...found.didYouMean] : []
  const meant = didYouMean.length > 0 ? [`Did you mean ${didYouMean.join(', ')}?`] : []
  const sentences = [sentence, ...meant]
  return { given, state, kind, weight, sentences, ...nothing, didYouMean, checkedAt }
}

function tellExamination(
  examination: Examination,
  mustBeSeen: boolean,
  isPainted: boolean,
): Omit<Told, 'given'> {
  const { verdict, facts, report, comparison, witnesses, revocation, checkedAt, otherIssuer } =
    examination
  const correctedBy = (verdict === 'revoked' && examination.replaced.correctedBy) || null
  const kind = correctedBy === null ? verdict : 'replaced'
  const { state, weight, sentence } = verdicts[kind]
  // Of witnesses who could not be asked for, nobody knows whether they signed.
  const isSeen = !mustBeSeen || witnesses?.isEnough === true
  const isAlone = verdict === 'incomplete' && isSeen && provesItself(examination)
  const restart = restartIn(comparison)
  const withdrawn = verdict === 'revoked' ? (revocation?.at ?? null) : null
  return {
    state,
    kind,
    weight: isAlone ? 'alone' : weight,
    sentences: [
      correctedBy === null ? '' : `Replaced by ${correctedBy}: check that one.`,
      isAlone
        ? 'The council signed it, and its receipt proves that it is in the council’s log.'
        : verdict === 'forged' && otherIssuer !== undefined
          ? `It names another site as its issuer: ${otherIssuer}. Is --site the council’s own address?`
          : sentence,
      ...(restart ? [restartSentence(restart)] : []),
      ...(['verified', 'forged', 'other'].includes(verdict) ? [] : [compared[comparison.state]]),
      ...(verdict === 'incomplete' && report.status === 'unknown'
        ? [
            'The list of what is withdrawn could not be checked. If keys are pinned, fetch them anew.',
          ]
        : []),
      ...(report.listed === 'failed' ? ['The list of what is withdrawn is not the newest.'] : []),
      ...(witnesses ? [witnessSentence(witnesses, comparison.state === 'compared')] : []),
      ...(isPainted && facts
        ? ['Compare what the PDF shows with what is signed, which is printed here.']
        : []),
    ].filter((one) => one !== ''),
    certificate: facts
      ? {
          id: facts.id,
          holder: facts.holder,
          domain: facts.domain,
          duration: facts.duration,
          verifiedOn: facts.verifiedOn,
          startedOn: facts.startedOn ?? null,
          endedOn: facts.endedOn ?? null,
          hours: facts.hours ?? null,
          credits: facts.credits ?? null,
          college: facts.college ?? null,
          signedAt: report.proof?.created ?? null,
        }
      : null,
    withdrawnAt: withdrawn,
    correctedBy,
    checks: {
      signature: report.signature,
      log: logCheck(examination),
      status: report.status,
      comparison: comparison.state,
    },
    statusAsOf: report.statusAsOf ?? null,
    log: report.details
      ? {
          origin: report.details.checkpoint.origin,
          size: report.details.checkpoint.size,
          index: report.details.index,
        }
      : null,
    witnesses: witnesses ? namesOf(witnesses) : null,
    restart: restart
      ? { at: restart.at, reason: restart.reason, isLost: restart.what === 'lost' }
      : null,
    didYouMean: [],
    checkedAt: checkedAt.toISOString(),
  }
}

function restartIn(comparison: Examination['comparison']) {
  if (comparison.state === 'restarted') return comparison
  return comparison.state === 'compared' ? comparison.restart : undefined
}

function restartSentence({ at, reason, what }: NonNullable<ReturnType<typeof restartIn>>): string {
  const lost = what === 'lost' ? ' The certificate was in the part that was lost.' : ''
  return `The council restarted its log on ${at.slice(0, 10)}: “${reason}”${lost}`
}

/** Whether all is right that a file can prove by itself, and only the site did not answer. */
const provesItself = ({ report, comparison }: Findings) =>
  ['offline', 'away', 'busy', 'failed'].includes(comparison.state) &&
  [report.signature, report.inclusion, report.checkpoint].every((check) => check === 'passed')

const namesOf = ({ needed, signed, missing }: WitnessReport): Told['witnesses'] => ({
  needed,
  signed: signed.map(({ name, time }) => ({ name, time: time.toISOString() })),
  missing: missing.map(({ name }) => name),
})

function witnessSentence({ needed, signed, missing }: WitnessReport, isLive: boolean): string {
  const of = signed.length + missing.length
  const when = isLive ? ' within the last day' : ''
  const names = missing.map(({ name }) => name).join(', ')
  const absent = missing.length > 0 ? ` Missing: ${names}.` : ''
  return `${signed.length} of ${of} witnesses have signed its log${when}, ${needed} are needed.${absent}`
}

const columns = 80
const indent = '    '

/** For people: one line, and what explains it below, none wider than a terminal. */
export function inWords({ given, state, certificate, sentences, withdrawnAt }: Told): string {
  const since = withdrawnAt === null ? '' : ` on ${withdrawnAt.slice(0, 10)}`
  const facts = certificate ? [`${factsInWords(certificate)}.`] : []
  const below = [...facts, ...sentences].map((one) => `\n${wrapped(printable(one))}`)
  return printable(`${state}${since}: ${given}`) + below.join('')
}

function factsInWords(certificate: NonNullable<Told['certificate']>): string {
  const { id, holder, domain, duration, verifiedOn } = certificate
  const { startedOn, endedOn, hours, credits, college } = certificate
  return [
    `${id}: ${holder}`,
    domain,
    duration,
    ...(startedOn === null ? [] : [`from ${startedOn}`]),
    ...(endedOn === null ? [] : [`to ${endedOn}`]),
    ...(hours === null ? [] : [`${hours} hours`]),
    ...(credits === null ? [] : [`${credits} credits`]),
    ...(college === null ? [] : [college]),
    `verified on ${verifiedOn}`,
  ].join(', ')
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

/** Of many: how many there are of each state. */
export const summary = (found: ReadonlyMap<Told['state'], number>) =>
  `\n${Array.from(found, ([state, count]) => `${state}: ${count}`).join(', ')}`

/** Nothing that a terminal would obey, or that turns the direction of what follows. */
export const printable = (text: string) =>
  text.replaceAll(/[\p{Cc}\p{Surrogate}\u2028-\u202e\u2066-\u2069]/gu, '\ufffd')

/** One line of JSON. */
export const inJson = (told: Told) =>
  JSON.stringify(told).replaceAll(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
