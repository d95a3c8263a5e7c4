import { rm } from 'node:fs/promises'
import path from 'node:path'
import { certificateByReference } from '@naic/admissions/applications/read-application.ts'
import { openCertificates } from '@naic/house/open-certificates.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import { findEvidence, holderReceipt } from '@naic/registry/certificate-evidence.ts'
import { eraseCertificate, lettersOf } from '@naic/registry/issuing/erase-certificate.ts'
import { certificateColumns, findCertificate } from '@naic/registry/issuing/find-certificate.ts'
import {
  findLetterToHolder,
  planRevocation,
  type RevocationPlan,
  revocationReasons,
  revokeCertificate,
  type RevokedBefore,
  withdrawalLetter,
} from '@naic/registry/issuing/revoke-certificate.ts'
import { searchCertificates } from '@naic/registry/issuing/search-certificates.ts'
import { whyVoid } from '@naic/registry/issuing/stored-certificate.ts'
import { RegistryRefused } from '@naic/registry/registry-refused.ts'
import { certificateAddress, type Registry } from '@naic/registry/registry.ts'
import { confirmed, type Switches } from '../ask.ts'
import type { Run } from '../command-run.ts'
import { type Commands, givenId, givenNumber } from '../command.ts'
import { forgetInFiles } from '../forget-in-files.ts'
import { addFormats, type Formats, printRecord, printRows } from '../print.ts'

const reasons = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  revocationReasons.map((reason) => `"${reason}"`),
)

/** Certificates that were issued: listed, shown, revoked, erased. */
export const commands: Commands = {
  'certificates list': {
    summary: 'the newest certificates, with what became of them',
    examples: ['certificates list', 'certificates list --newest 1000 --csv > certificates.csv'],
    define: (line, run) =>
      addFormats(line)
        .option('--newest <number>', 'how many', givenNumber(1, 1_000_000), 50)
        .action((options: ListOptions) => list(run, options)),
  },

  'certificates show': {
    summary: 'all about one certificate, with its receipt',
    examples: ['certificates show NAIC25A7K2M', 'certificates show NAIC-7F3K-92QD'],
    define: (line, run) =>
      line
        .argument(
          '<id>',
          'its ID, as people write it, or the reference of its application',
          givenId,
        )
        .option('--json', 'for programs: one object')
        .action((id: string, formats: { json?: true }) => show(run, id, formats)),
  },

  'certificates revoke': {
    summary: 'takes a certificate back for good, and tells its holder; the reason stays here',
    examples: [
      `certificates revoke NAIC25A7K2M "${revocationReasons[1]}"`,
      `certificates revoke NAIC25A7K2M "${revocationReasons[0]}" --no-letter --yes`,
    ],
    define: (line, run) =>
      line
        .argument('<id>', 'its ID, as people write it', givenId)
        .argument('[reason...]', `one of ${reasons}`)
        .option('--no-letter', 'does not tell the holder')
        .option('--dry-run', 'says what would happen, and does nothing')
        .option('--yes', 'asks nothing; needed where nobody can be asked')
        .action((id: string, words: string[], options: RevokeOptions) =>
          revoke(run, id, words.join(' '), options),
        ),
  },

  'certificates erase': {
    summary: "destroys what a certificate says, at its holder's request; nothing brings it back",
    examples: ['certificates erase NAIC25A7K2M', 'certificates erase NAIC25A7K2M --yes'],
    define: (line, run) =>
      line
        .argument('<id>', 'its ID, as people write it', givenId)
        .option('--yes', 'asks nothing')
        .action((id: string, switches: Switches) => erase(run, id, switches)),
  },
}

type ListOptions = { newest: number } & Formats

async function list(run: Run, options: ListOptions): Promise<void> {
  await using opened = await openCertificates(run.settings(), 'unchecked')
  const place = { page: 1, perPage: options.newest }
  const { certificates } = await searchCertificates(opened.registry, {}, place)
  await printRows(run, certificates, certificateColumns, options)
}

async function show(run: Run, asked: string, formats: { json?: true }): Promise<void> {
  await using opened = await openCertificates(run.settings())
  const { registry } = opened
  const byId = await findEvidence(registry, asked)
  const meant = byId ? { id: asked } : await certificateByReference(registry.database, asked)
  if (meant && 'without' in meant) {
    return run.fail(`${meant.without} is the reference of an application that has no certificate.`)
  }
  const id = meant?.id ?? asked
  const found = byId ?? (meant && (await findEvidence(registry, id)))
  if (!found) return run.fail(`There is no certificate ${id}.`)
  if ('erasedAt' in found) {
    const state = `erased at ${found.erasedAt}`
    return printRecord(run, formats, { id, state }, [
      ['ID', id],
      ['State', state],
    ])
  }
  const { facts, revoked, voidedBy, logIndex, corrects, correctedBy } = found.certificate
  const address = certificateAddress(registry.siteUrl, facts.id)
  const taken = revoked ? `revoked at ${revoked.at}: ${revoked.reason}` : undefined
  const state = voidedBy ? whyVoid(voidedBy) : (taken ?? 'stands')
  printRecord(run, formats, { ...facts, address, entry: logIndex, state, corrects, correctedBy }, [
    ['ID', facts.id],
    ['Holder', facts.holder],
    ['Domain', facts.domain],
    ['Duration', facts.duration],
    ['Verified on', facts.verifiedOn],
    ['Started on', facts.startedOn],
    ['Ended on', facts.endedOn],
    ['Hours', facts.hours?.toString()],
    ['Credits', facts.credits?.toString()],
    ['College', facts.college],
    ['Address', address],
    ['Entry', String(logIndex)],
    ['State', state],
    ['Before', voidedBy && taken],
    ['Corrects', corrects],
    ['Corrected', correctedBy],
    ['Receipt', holderReceipt(found, undefined)],
  ])
}

type RevokeOptions = Switches & { letter: boolean }

async function revoke(run: Run, id: string, text: string, options: RevokeOptions): Promise<void> {
  const reason = revocationReasons.find((one) => one === text)
  if (!reason) return run.fail(`The reason must be ${reasons}, not "${printable(text)}".`, 2)
  const config = run.settings()
  await using opened = await openCertificates(config)
  const { registry } = opened
  const { database } = registry
  const plan = await planRevocation(registry, id)
  if (plan.state !== 'planned') return sayBefore(run, id, plan)
  const mayRevoke = await confirmed(run, options, {
    shown: describeRevocation(plan, options),
    question: 'Nothing brings it back. Revoke it?',
    nothing: 'Nothing was revoked',
  })
  if (!mayRevoke) return
  const now = new Date()
  const deed = { did: 'certificates revoke', subject: id, detail: reason } as const
  const letter = options.letter ? withdrawalLetter(registry, plan) : undefined
  const result = await revokeCertificate(registry, id, reason, {
    letter,
    also: (transaction) => enterDeed(transaction, config.account, deed, now),
  })
  if (result.state !== 'revoked') return sayBefore(run, id, result)
  run.print(`${id} is revoked.`)
  const own = await findLetterToHolder(database, id)
  if (own?.state === 'held back') run.say('The letter that tells of it is held back.')
  if (letter) run.say('A letter to the holder goes out.')
}

function describeRevocation(
  { id, facts, letter, address }: RevocationPlan,
  options: RevokeOptions,
): string {
  const of = facts
    ? `${facts.holder}, ${facts.domain}, ${facts.duration}, verified on ${facts.verifiedOn}`
    : 'what it says can no longer be read'
  const held =
    letter === 'waiting' ? ['The letter that tells of it has not left, and is held back.'] : []
  const told = !options.letter
    ? 'The holder is not told.'
    : !facts || address === undefined
      ? 'The holder cannot be told: no address of theirs is known.'
      : `A letter to ${address} says that it was withdrawn, and not why.`
  return [printable(`${id}: ${of}`), ...held, printable(told)].join('\n')
}

function sayBefore(run: Run, id: string, before: RevokedBefore): void {
  if (before.state !== 'already') return run.fail(`There is no certificate ${id}.`)
  run.print(printable(`${id} was revoked at ${before.at} already: ${before.reason}.`))
}

const removed = `Removed: what the certificate says (the holder's name, programme, duration and date), and the
letter about it.`
const kept = `Kept: its ID, its hash and its entry in the log, since the log can only grow and every other
certificate is proven by it; its place in the status list; its reference, which stays used.`

async function erase(run: Run, id: string, switches: Switches): Promise<void> {
  const config = run.settings()
  const { registry, close } = await openCertificates(config, 'unchecked')
  try {
    const shown = `${id}${await whose(registry, id)}\n${removed}\n${kept}`
    const question = 'Nothing brings it back. Erase it?'
    const nothing = 'Nothing was erased'
    if (!(await confirmed(run, switches, { shown, question, nothing }))) return
    const result = await eraseCertificate(registry.database, id, config.account)
    if (result.state === 'unknown') return run.fail(`There is no certificate ${id}.`)
    if (result.state === 'already') run.print(`${id} was erased at ${result.at} already.`)
    else run.print(`${id} is erased.\n${removed}\n${kept}`)
  } finally {
    await close()
  }
  for (const letter of lettersOf(id)) {
    await rm(path.join(config.dataDir, 'mail', `${letter}.eml`), { force: true })
  }
  if (!forgetInFiles(run, config)) return
  const ofPostgres =
    'PostgreSQL keeps what was deleted until it vacuums the table credential, and in its own logs (docs/operating.md). '
  run.print(
    `${config.database ? ofPostgres : ''}Backups that were made before still have it, until the last of them is deleted.`,
  )
}

async function whose(registry: Registry, id: string): Promise<string> {
  try {
    const found = await findCertificate(registry, id)
    if (!found || 'erasedAt' in found) return ''
    return printable(`: ${found.facts.holder}, ${found.facts.domain}`)
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    return ', which is not as it was signed'
  }
}
