import { createHash } from 'node:crypto'
import type { Config } from '@naic/house/config.ts'

export function securityHeaders({ siteUrl }: Pick<Config, 'siteUrl'>): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(siteUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}

/**
 * The content security policy of one page (decision 017). No inline script may run.
 *
 * @param html only for how the page may be framed, never for what may run in it.
 * @param styles the rules that the page begins with.
 */
export function contentSecurityPolicy(
  html: string,
  styles: string,
  { taskFormUrl }: Pick<Config, 'taskFormUrl'>,
): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Else every script could be a worker. Ours keeps pages (decision 095).
    "worker-src 'self'",
    styles ? `style-src 'self' ${hashSource(styles)}` : "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self'",
    taskFormUrl ? `frame-src ${new URL(taskFormUrl).origin}` : "frame-src 'self'",
    "form-action 'self'",
    html.includes(framedBySelf) ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** How a page says that pages of this site may frame it. */
const framedBySelf = '<meta name="framed-by" content="self"/>'

/** Of the rules that pages begin with, which are as few as there are kinds of pages. */
const hashes = new Map<string, string>()

function hashSource(text: string): string {
  const hash = hashes.get(text) ?? createHash('sha256').update(text).digest('base64')
  hashes.set(text, hash)
  return `'sha256-${hash}'`
}

/** What may be fetched ahead (https://html.spec.whatwg.org/multipage/speculative-loading.html). */
export const fetchAheadPath = '/speculation-rules.json'
