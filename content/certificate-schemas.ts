import * as v from 'valibot'
import { plainText, text, titled } from './schema-parts.ts'

/** The words of certificates, of the page to verify them, and the samples of a new registry. */

export const verification = v.strictObject({
  metaTitle: text,
  metaDescription: text,
  intro: text,
  example: text,
  exampleCaption: text,
  unreachable: titled,
  /** Leads to the page that checks many. */
  several: text,
  looking: text,
  steps: v.array(titled),
})

/** Of the page to check several at once. */
export const checkSeveral = v.strictObject({
  metaTitle: text,
  metaDescription: text,
  title: text,
  intro: text,
  list: v.strictObject({
    label: text,
    hint: text,
    drop: text,
    file: text,
    privacy: text,
    unreadable: text,
    nothing: text,
    added: text,
    none: text,
    found: text,
    repeated: text,
    others: text,
    tooMany: text,
  }),
  progress: v.strictObject({ checking: text, waiting: text, stopped: text, done: text }),
  results: v.strictObject({
    title: text,
    when: text,
    toKeep: text,
    columns: v.strictObject({
      id: text,
      result: text,
      name: text,
      internship: text,
      duration: text,
      verifiedOn: text,
      signedOn: text,
      reason: text,
      checkedAt: text,
      page: text,
    }),
    pending: text,
    withdrawnOn: text,
    unknown: titled,
    erased: titled,
    unavailable: text,
  }),
  withoutScript: titled,
})

const features = (words: Record<string, typeof text>) => v.strictObject({ name: text, ...words })
const named = v.strictObject({ name: text, text })
const outcomes = { passed: text, failed: text, unknown: text }

export const certificate = v.strictObject({
  title: plainText,
  certifies: text,
  completed: text,
  signatory: text,
  verdicts: v.strictObject({
    verified: titled,
    erased: titled,
    revoked: titled,
    doubtful: titled,
    incomplete: titled,
    void: titled,
    forged: titled,
    other: titled,
    absent: titled,
    early: titled,
    expired: titled,
    unchecked: titled,
  }),
  pdf: v.strictObject({
    issued: plainText,
    standing: plainText,
    skills: plainText,
    projects: plainText,
    more: plainText,
    otherLetters: plainText,
    otherFact: plainText,
    credential: plainText,
    receipt: plainText,
    code: plainText,
    seal: plainText,
  }),
  learnt: v.strictObject({
    title: text,
    intro: text,
    internship: text,
    skills: text,
    projects: text,
  }),
  holder: v.strictObject({
    title: text,
    text,
    label: text,
    button: text,
    empty: text,
    match: text,
    other: text,
    failed: text,
  }),
  /** Stands before the page's address, beside its code. */
  scan: text,
  dates: v.strictObject({
    label: text,
    recorded: v.strictObject({ name: text, otherwise: text, text }),
    signed: named,
  }),
  copyFailed: text,
  asOf: text,
  compared: v.strictObject({
    busy: text,
    away: text,
    offline: text,
    erased: text,
    unproven: text,
    absent: text,
    receipt: text,
    smaller: text,
    changed: text,
  }),
  restsOn: v.strictObject({
    title: text,
    checked: named,
    firstSight: text,
    seenBefore: text,
    notCompared: text,
    taken: named,
    others: named,
  }),
  otherList: text,
  missing: v.strictObject({ log: text, listed: text, status: text }),
  checks: v.strictObject(outcomes),
  features: v.strictObject({
    id: features({ ...outcomes, revoked: text, absent: text }),
    signature: features({ ...outcomes, void: text }),
    log: features(outcomes),
  }),
  stamp: v.strictObject({ block: text, pending: text, failed: text, unknown: text, compare: text }),
  register: v.strictObject({ standing: text, unchecked: text, revoked: text, unproven: text }),
  announced: v.strictObject({ verifying: text, unknown: text, erased: text, result: text }),
  erased: v.strictObject({ title: text, text, more: text }),
  seen: v.strictObject({ by: text, how: text }),
  notFound: v.strictObject({ meant: text, noSuchSigns: text }),
  unavailable: v.strictObject({ title: text, busy: text, away: text, offline: text }),
  file: v.strictObject({
    title: text,
    text,
    hint: text,
    unreadable: text,
    nothingInside: text,
    tooMuch: text,
    encrypted: text,
    failed: text,
    painted: text,
    noReader: text,
    otherDocument: text,
    several: text,
    receiptAlone: text,
  }),
})

const sampleCertificate = v.strictObject({
  id: v.pipe(text, v.regex(/^NAIC25[A-Z0-9]{5}$/, 'must be NAIC25 and five letters or digits')),
  name: plainText,
  domain: v.picklist(
    [
      'Machine Learning',
      'Data Science',
      'Web Development',
      'Java Development',
      'Graphic Design',
      'Generative AI',
    ],
    'must be a domain of the samples',
  ),
  duration: v.literal('4 Weeks', 'must be "4 Weeks"'),
  status: v.literal('Verified', 'must be "Verified"'),
  verificationDate: v.pipe(text, v.isoDate('must be a day such as 2025-07-02')),
})

export const sampleCertificates = v.pipe(
  v.array(sampleCertificate, 'must be a list in square brackets'),
  v.length(14, 'must have 14 entries'),
  v.check(
    (samples) => new Set(samples.map(({ id }) => id)).size === samples.length,
    'has an id twice',
  ),
)
