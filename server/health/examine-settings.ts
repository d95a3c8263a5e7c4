import { type Config, noTaskForm } from '../config.ts'
import { ConfigError } from '../config-error.ts'
import { type Found, right, warning, wrong } from './finding.ts'

/** Reads the settings, without those that are named; throws ConfigError for the first that is wrong. */
export type ReadSettings = (without: readonly string[]) => Config

/**
 * Reads what can be read: a setting that is wrong is told, and left out.
 *
 * @returns config is undefined where nothing can be read without them either.
 */
export function readSettings(read: ReadSettings): {
  config: Config | undefined
  /** Names of the settings that were left out. */
  without: readonly string[]
  findings: Found[]
} {
  const without: string[] = []
  const findings: Found[] = []
  for (;;) {
    try {
      return { config: read(without), without, findings }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      const [name] = /^[A-Z][A-Z_]+/.exec(error.message) ?? []
      findings.push(wrong(error.message, 'Mend it: neither server nor commands start with it.'))
      if (name === undefined || without.includes(name)) {
        return { config: undefined, without, findings }
      }
      without.push(name)
    }
  }
}

const isOfExample = (address: string) => /@example\.(org|com|net)$/.test(address)

/** What is allowed, and hardly ever meant where visitors come. */
export function examineSettings(config: Config, without: readonly string[]): Found[] {
  const { siteUrl, isSiteUrlSet, staffEmail, mailFrom, host, trustProxy, taskFormUrl } = config
  const found: Found[] = []
  const { protocol, hostname } = new URL(siteUrl)
  if (!isSiteUrlSet && !without.includes('SITE_URL')) {
    found.push(
      warning(
        `SITE_URL is not set, and taken to be ${siteUrl}.`,
        'Set it before the first start: certificates are signed for it, and that stays.',
      ),
    )
  } else if (isSiteUrlSet && protocol !== 'https:' && hostname !== 'localhost') {
    found.push(
      warning(
        `SITE_URL is ${siteUrl}, without TLS.`,
        'Have a reverse proxy speak TLS (docs/deploying.md).',
      ),
    )
  }
  if (isOfExample(staffEmail)) {
    found.push(
      warning(
        `STAFF_EMAIL is ${staffEmail}: nobody reads what the site tells the staff.`,
        'Set it to a mailbox of the council.',
      ),
    )
  }
  if (isOfExample(mailFrom)) {
    found.push(
      warning(
        `MAIL_FROM is ${mailFrom}, which no relay lets us send as.`,
        'Set it to an address of the council.',
      ),
    )
  }
  if (!taskFormUrl) found.push(warning(noTaskForm.says, noTaskForm.advice))
  // TLS is spoken by somebody else, who is then the only one that the server sees.
  if (protocol === 'https:' && trustProxy.length === 0 && !without.includes('TRUST_PROXY')) {
    found.push(
      warning(
        `TRUST_PROXY is not set, and the site is reached by a proxy at ${host}: all visitors count as one sender.`,
        'Set it to the address of the proxy, such as 127.0.0.1.',
      ),
    )
  }
  return found.length > 0 || without.length > 0
    ? found
    : [right('All can be read, and none is a leftover.')]
}
