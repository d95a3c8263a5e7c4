import { apiUrlPlaceholder, siteUrlPlaceholder } from '#app/seam/site-address.ts'
import type { Config } from '../config.ts'
import { contentSecurityPolicy } from './page-headers.ts'

/**
 * Puts this run's origins into a rendered page.
 *
 * @returns the page as it is to be sent, and the headers that belong to these very bytes.
 */
export function finishPage(
  rendered: string,
  config: Pick<Config, 'siteUrl' | 'apiUrl'>,
): { html: string; headers: Record<string, string> } {
  const html = rendered
    .replaceAll(siteUrlPlaceholder, config.siteUrl)
    .replaceAll(apiUrlPlaceholder, config.apiUrl)
  return { html, headers: { 'Content-Security-Policy': contentSecurityPolicy(html, config) } }
}
