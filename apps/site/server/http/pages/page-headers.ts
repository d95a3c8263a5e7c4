import { randomBytes, createHash } from 'node:crypto'
import type { Config } from '@naic/installation/config.ts'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

type HeaderConfig = Pick<Config, 'apiUrl' | 'taskFormUrl'>

/** Headers of every answer. */
export function securityHeaders({
  siteUrl,
  hstsSubdomains,
}: Pick<Config, 'siteUrl' | 'hstsSubdomains'>): Record<string, string> {
  const oneYear = 'max-age=31536000'
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': permissionsPolicy('()'),
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(siteUrl.startsWith('https:')
      ? {
          'Strict-Transport-Security': hstsSubdomains ? `${oneYear}; includeSubDomains` : oneYear,
        }
      : {}),
  }
}

const permissionsPolicy = (camera: '()' | '(self)') =>
  `camera=${camera}, geolocation=(), microphone=(), payment=()`

/** How a page says that it scans QR codes. */
const usesCamera = '<meta name="uses" content="camera"/>'

/** @returns the headers of a page that may do more than others; they replace those of every answer. */
export const permissionsOf = (html: string): Record<string, string> =>
  html.includes(usesCamera) ? { 'Permissions-Policy': permissionsPolicy('(self)') } : {}

/** @returns 128 random bits for one answer. */
export const createNonce = (): string => randomBytes(16).toString('base64url')

/**
 * The content security policy of one page (decision 017).
 *
 * @param html only for how the page may be framed, never for what may run in it.
 * @param inline the allowed inline scripts and styles: `'nonce-…'`, or `'sha256-…'` for each.
 */
export function contentSecurityPolicy(
  html: string,
  inline: { scripts: readonly string[]; styles: readonly string[] },
  { apiUrl, taskFormUrl }: HeaderConfig,
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.scripts].join(' '),
    // Else every allowed script could be a worker. Ours keeps pages (decision 095).
    "worker-src 'self'",
    ["style-src 'self'", ...inline.styles].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    apiUrl ? `connect-src 'self' ${apiUrl}` : "connect-src 'self'",
    // On every page: a visit keeps the policy of its first page.
    taskFormUrl ? `frame-src ${new URL(taskFormUrl).origin}` : "frame-src 'self'",
    "form-action 'self'",
    html.includes(framedBySelf) ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** How a page says that pages of this site may frame it. */
const framedBySelf = '<meta name="framed-by" content="self"/>'

/** Inline scripts of prerendered pages, as the build lists them: `/about/index.html` to `'sha256-…'`. */
export type ListedScripts = Record<string, string[]>

export const listPath = (build: string) => path.join(build, 'inline-scripts.json')

export const readListedScripts = async (build: string): Promise<ListedScripts> =>
  JSON.parse(await readFile(listPath(build), 'utf8'))

/** @returns the source in a policy that allows exactly this inline script or style. */
export const hashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * @param html our own page, whose attributes have no ">".
 * @returns the inline scripts that run, not blocks of data such as JSON-LD.
 */
export function inlineScripts(html: string): { attributes: string; text: string }[] {
  return [...html.matchAll(/<script(?<attributes>[^>]*)>(?<text>.*?)<\/script\s*>/gis)].flatMap(
    ({ groups }) => {
      const { attributes = '', text = '' } = groups ?? {}
      const runs = !/\ssrc=/.test(attributes) && !/type="application\/(ld\+)?json"/.test(attributes)
      return runs ? [{ attributes, text }] : []
    },
  )
}
