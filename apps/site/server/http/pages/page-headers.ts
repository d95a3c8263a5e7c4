import { randomBytes, createHash } from 'node:crypto'
import type { Config } from '@naic/installation/config.ts'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

type HeaderConfig = Pick<Config, 'apiUrl' | 'taskFormUrl'>

/** Headers that every answer carries, page or not. */
export function securityHeaders({
  siteUrl,
  hstsSubdomains,
}: Pick<Config, 'siteUrl' | 'hstsSubdomains'>): Record<string, string> {
  const oneYear = 'max-age=31536000'
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(siteUrl.startsWith('https:')
      ? {
          'Strict-Transport-Security': hstsSubdomains ? `${oneYear}; includeSubDomains` : oneYear,
        }
      : {}),
  }
}

/** @returns 128 random bits, for one answer: what has been sent once allows nothing any more. */
export const createNonce = (): string => randomBytes(16).toString('base64url')

/**
 * The content security policy of one page (decision 017).
 *
 * @param html the page; what is allowed in it is not read from it.
 * @param inline what is allowed of scripts and styles in the page: `'nonce-…'`, or `'sha256-…'` for
 *   each.
 */
export function contentSecurityPolicy(
  html: string,
  inline: { scripts: readonly string[]; styles: readonly string[] },
  { apiUrl, taskFormUrl }: HeaderConfig,
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.scripts].join(' '),
    // Not covered by the default: without it, whatever may be a script may be a worker.
    "worker-src 'none'",
    ["style-src 'self'", ...inline.styles].join(' '),
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

/**
 * The inline scripts that may run in the prerendered pages, as the build listed them: file of a
 * page, such as `/about/index.html`, to what its policy says, such as `'sha256-…'`.
 */
export type ListedScripts = Record<string, string[]>

/** @returns the path of the list: beside the folder that is served, not in it. */
export const listPath = (build: string) => path.join(build, 'inline-scripts.json')

/** @param build the build's folder. */
export const readListedScripts = async (build: string): Promise<ListedScripts> =>
  JSON.parse(await readFile(listPath(build), 'utf8'))

/** @returns what a policy says to allow the inline script or style with exactly this text. */
export const hashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * @param html a page of ours, whose attributes hold no ">".
 * @returns the scripts that run and whose text is in the page: not those with a source, and not
 *   blocks of data such as JSON-LD.
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
