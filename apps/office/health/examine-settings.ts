import { inventedFacts } from '@naic/content/invented-facts.ts'
import { type Config, isOfThisMachine, noTaskForm } from '@naic/house/config.ts'
import { ConfigError } from '@naic/store/config-error.ts'
import type { Database } from '@naic/store/database/database.ts'
import { standingSamples } from '@naic/house/council-issuer.ts'
import { type Found, type Outcome, right, warning, wrong } from './finding.ts'

/** Reads the settings, without those that are named; throws ConfigError for the first that is wrong. */
export type ReadSettings = (without: readonly string[]) => Config

/** @returns a finding for each setting that is wrong, and the settings if none is wrong. */
export function readSettings(read: ReadSettings): { config?: Config; findings: Found[] } {
  const without: string[] = []
  const findings: Found[] = []
  for (;;) {
    try {
      const config = read(without)
      return findings.length > 0 ? { findings } : { config, findings }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      const [name] = /^[A-Z][A-Z_]+/.exec(error.message) ?? []
      findings.push(
        wrong(error.message, 'Correct it, and look again: nothing else can be checked before.'),
      )
      if (name === undefined || without.includes(name)) return { findings }
      without.push(name)
    }
  }
}

/** Whether a host, or the one of an email address, belongs to nobody (RFC 2606). */
const isOfExample = (address: string) => /(^|[@.])example\.(org|com|net)$/.test(address)

/** Settings that are allowed, but hardly ever meant on a site with visitors. */
export function examineSettings(config: Config): Found[] {
  const { siteUrl, isSiteUrlSet, staffEmail, mailFrom, host, trustProxy, taskFormUrl, misspelt } =
    config
  const { protocol, hostname } = new URL(siteUrl)
  const leftovers: [boolean, says: string, advice: string][] = [
    [
      !isSiteUrlSet,
      `SITE_URL is not set, and taken to be ${siteUrl}.`,
      'Set it before the first start: certificates are signed for it, and that stays.',
    ],
    [
      isSiteUrlSet && protocol !== 'https:' && hostname !== 'localhost',
      `SITE_URL is ${siteUrl}, without TLS.`,
      'Have a reverse proxy speak TLS (docs/deploying.md).',
    ],
    [
      isOfExample(hostname),
      `SITE_URL is ${siteUrl}, an example: nobody can reach the site there.`,
      'Set it before the first start: certificates are signed for it, and that stays.',
    ],
    [
      isOfExample(staffEmail),
      `STAFF_EMAIL is ${staffEmail}: nobody reads what the site tells the staff.`,
      'Set it to a mailbox of the council.',
    ],
    [
      isOfExample(mailFrom),
      `MAIL_FROM is ${mailFrom}, which no relay lets us send as.`,
      'Set it to an address of the council.',
    ],
    [!taskFormUrl, noTaskForm.says, noTaskForm.advice],
    // The server then sees only the proxy that speaks TLS.
    [
      protocol === 'https:' && trustProxy.length === 0,
      `TRUST_PROXY is not set, and the site is reached by a proxy at ${host}: all visitors count as one sender.`,
      'Set it to the address of the proxy, such as 127.0.0.1.',
    ],
  ]
  const found = [
    ...misspelt.map((one) => warning(one, 'Correct its name, and start again.')),
    ...leftovers.filter(([isLeft]) => isLeft).map(([, says, advice]) => warning(says, advice)),
  ]
  return found.length > 0 ? found : [right('All can be read, and none is a leftover.')]
}

/** Names the facts that were invented for a first look, or left out, and must be filled in before a launch. */
export async function examineLaunch({ siteUrl }: Config, database: Database): Promise<Outcome> {
  const facts = inventedFacts()
  if (isOfThisMachine(siteUrl)) {
    return right(
      facts.length === 0
        ? 'No fact is known to be invented.'
        : `${siteUrl} is this machine's own, where invented facts do no harm.`,
    )
  }
  const found = facts.map(({ what, file, first, count }) =>
    warning(
      first === ''
        ? `Not yet given: ${what}. Pages and letters tell students to ask before they pay.`
        : `Still invented: ${what} (${first}${count > 1 ? ` and ${count - 1} more` : ''}).`,
      `Fill them in in ${file} of your copy of the project, make a release and install it (docs/deploying.md, "Before a launch").`,
    ),
  )
  const samples = await standingSamples(database)
  if (samples.length > 0) {
    found.push(
      warning(
        `The registry has sample certificates of invented people: ${samples.join(', ')}.`,
        'Revoke each at the desk, without a letter. Or, before the first real one, begin with an empty DATA_DIR and without SAMPLE_CERTIFICATES.',
      ),
    )
  }
  return found.length > 0 ? found : [right('No fact is known to be invented.')]
}
