import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'

type HeaderConfig = Pick<Config, 'apiUrl' | 'taskFormUrl'>

/** Headers that every answer carries, page or not. */
export function securityHeaders({ siteUrl }: Pick<Config, 'siteUrl'>): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(siteUrl.startsWith('https:')
      ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
}

/**
 * The content security policy of one page. Its inline scripts are allowed by their hashes:
 * a page that is the same for everybody cannot carry a nonce.
 *
 * @param html the page as it will be sent, byte for byte.
 */
export function contentSecurityPolicy(html: string, { apiUrl, taskFormUrl }: HeaderConfig): string {
  const scripts = inlineScripts(html).map((script) => `'sha256-${sha256(script)}'`)
  return [
    "default-src 'none'",
    ["script-src 'self'", ...new Set(scripts)].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    apiUrl ? `connect-src 'self' ${apiUrl}` : "connect-src 'self'",
    // On every page: the policy of the page that a visit begins with holds for the whole visit.
    taskFormUrl ? `frame-src ${new URL(taskFormUrl).origin}` : "frame-src 'self'",
    "form-action 'self'",
    html.includes(framedBySelf) ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** How a page says that pages of this site may frame it. */
const framedBySelf = '<meta name="framed-by" content="self"/>'

/** Scripts that run: those without a source, and not blocks of data such as JSON-LD. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?<attributes>[^>]*)>(?<text>.*?)<\/script>/gs)].flatMap(
    ({ groups }) => {
      const { attributes = '', text = '' } = groups ?? {}
      const runs = !/\ssrc=/.test(attributes) && !/type="application\/(ld\+)?json"/.test(attributes)
      return runs ? [text] : []
    },
  )
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')
