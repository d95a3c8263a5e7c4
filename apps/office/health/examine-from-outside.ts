import { once } from 'node:events'
import { connect } from 'node:tls'
import type { Config } from '@naic/house/config.ts'
import type { Database } from '@naic/store/database/database.ts'
import { duration, type Found, right, warning, wrong } from './finding.ts'

/** Certbot renews a month before. */
const soonMs = 14 * 24 * 60 * 60_000

/** Visitors come by SITE_URL: it must answer, be this site, and go on speaking TLS. */
export async function examineFromOutside(
  { siteUrl }: Pick<Config, 'siteUrl'>,
  { read }: Pick<Database, 'read'>,
  { now, patienceMs }: { now: Date; patienceMs: number },
): Promise<Found[]> {
  const { hostname, port, protocol } = new URL(siteUrl)
  if (/(^|\.)localhost$/.test(hostname)) return []
  const signal = AbortSignal.timeout(patienceMs - 1_000)
  const asked = await fetch(`${siteUrl}/log/checkpoint`, { signal })
    .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
    .catch((error: Error) => ({ failed: error }))
  if ('failed' in asked) {
    const { name, message, cause } = asked.failed
    const reason = (cause as NodeJS.ErrnoException | undefined)?.code ?? message
    if (name === 'TimeoutError')
      return [warning(`${siteUrl} does not answer from here.`, fromElsewhere)]
    if (reason.includes('SELF_SIGNED'))
      return [warning(`${siteUrl} has a TLS certificate that no browser trusts.`, trusted)]
    return [wrong(`Visitors cannot reach ${siteUrl} (${reason}).`, lookAtProxy)]
  }
  const size = Number(asked.text.split('\n')[1])
  const head = read
    .selectFrom('log_checkpoint')
    .select('note')
    .where('size', '=', size || 0)
  const [ours] = await head.execute()
  if (!ours || !asked.text.startsWith(ours.note)) {
    const says = `What answers at ${siteUrl} is not this site (${asked.status} to /log/checkpoint).`
    return [wrong(says, lookAtProxy)]
  }
  if (protocol !== 'https:') return [right(`${siteUrl} answers.`)]
  const socket = connect({ host: hostname, port: Number(port) || 443 })
  try {
    await once(socket, 'secureConnect', { signal })
    const leftMs = Date.parse(socket.getPeerCertificate().valid_to) - now.getTime()
    const says = `${siteUrl} answers; its TLS certificate ends in ${duration(leftMs)}.`
    return [
      leftMs < soonMs ? warning(says, '"certbot renew" says why it was not renewed.') : right(says),
    ]
  } finally {
    socket.destroy()
  }
}

const lookAtProxy =
  'Look at nginx ("systemctl status nginx"), at the name’s address, and at SITE_URL (docs/deploying.md).'
const trusted = '"deploy/install --tls certbot" gets one that they do (docs/deploying.md).'
const fromElsewhere =
  'Try it from another network: some do not let a machine reach itself by its own name. If it is silent there too, look at nginx.'
