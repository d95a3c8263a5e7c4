import {
  type ServedSettings,
  keepsNothing,
  codePlaceholder,
  pageStylesPlaceholder,
  placeholders,
  taskFormNotSetUp,
  taskFormSandbox,
} from '#app/server-context/site-settings.ts'
import { drawCode } from '#app/address-code/draw-code.ts'
import { sampleCertificate } from '@naic/content/navigation.ts'
import { putRetention } from '@naic/content/retention-words.ts'
import type { Config } from '@naic/installation/config.ts'
import { contentSecurityPolicy, hashSource, permissionsOf } from './page-headers.ts'

type Settings = Pick<
  Config,
  | 'siteUrl'
  | 'apiUrl'
  | 'taskFormUrl'
  | 'retentionDays'
  | 'sampleCertificates'
  | 'offlinePages'
  | 'witnesses'
  | 'witnessesNeeded'
>

/** What pages are rendered with for a request. */
export const servedSettings = ({ siteUrl, apiUrl, ...config }: Settings): ServedSettings => ({
  siteUrl,
  apiUrl: apiUrl ?? '',
  taskFormUrl: config.taskFormUrl ?? taskFormNotSetUp,
  retentionDays: String(config.retentionDays ?? ''),
  samples: config.sampleCertificates ? 'on' : '',
  witnesses: policyOf(config),
  codeOf: (path) => drawCode(siteUrl + path),
})

/**
 * Puts this run's settings into a text that was made before they were known: HTML, XML or plain. Never into
 * one with words of a visitor's.
 */
export function putSettings(
  text: string,
  { siteUrl, apiUrl, taskFormUrl, retentionDays, sampleCertificates, ...settings }: Settings,
): string {
  const leading = sampleCertificates ? text : text.replaceAll(sampleLink, '')
  // Functions, because "$&" has a meaning in a plain replacement.
  return putRetention(leading, retentionDays)
    .replaceAll(placeholders.samples, sampleCertificates ? 'on' : '')
    .replaceAll(placeholders.retentionDays, String(retentionDays ?? ''))
    .replaceAll(placeholders.witnesses, () => escape(policyOf(settings)))
    .replaceAll(placeholders.siteUrl, () => siteUrl)
    .replaceAll(placeholders.apiUrl, () => apiUrl ?? '')
    .replaceAll(codes, (_, path: string) => drawCode(siteUrl + path))
    .replaceAll(placeholders.taskFormUrl, () => escape(taskFormUrl ?? taskFormNotSetUp))
}

/** As `witnesses` of site-settings.ts has it. */
const policyOf = ({
  witnesses,
  witnessesNeeded,
}: Pick<Settings, 'witnesses' | 'witnessesNeeded'>) =>
  witnesses.length > 0 ? [witnessesNeeded, ...witnesses.map(({ vkey }) => vkey)].join(' ') : ''

/** A page whose address is shown as a QR code. */
const codes = new RegExp(`${codePlaceholder.replaceAll('.', '\\.')}(/[\\w/]*)`, 'g')

/** A link to a sample, which leads nowhere without samples (`samples` of site-settings.ts). */
const sampleLink = new RegExp(`<a [^>]*href="${sampleCertificate.to}"[^>]*>[^<]*</a>`, 'g')

/** For settings with more than an origin. They are used in attributes. */
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** A page ready to send, and the headers for exactly these bytes. */
export type FinishedPage = { html: string; headers: Record<string, string> }

/**
 * Makes a rendered page ready to send.
 *
 * @param rendered with the settings in it.
 * @param inlineScripts sources for the policy, such as `'nonce-…'`.
 * @param stylesOf gives the rules that a page uses. A page has no place for them while developing.
 */
export function finishPage(
  rendered: string,
  inlineScripts: readonly string[],
  config: Settings,
  stylesOf: (html: string) => string = () => '',
): FinishedPage {
  const styles = rendered.includes(stylesPlace) ? stylesOf(rendered) : ''
  const lowered = rendered.replaceAll(
    `<link rel="modulepreload"`,
    `<link rel="modulepreload" fetchpriority="low"`,
  )
  const styled = lowered.replace(stylesPlace, () => `<style>${styles}</style>`)
  const framed = config.taskFormUrl
    ? styled
    : styled.replaceAll(` sandbox="${taskFormSandbox}"`, '')
  const html = config.offlinePages ? framed : framed.replace('<html ', `<html ${keepsNothing} `)
  const allowed = { scripts: inlineScripts, styles: styles ? [hashSource(styles)] : [] }
  return {
    html,
    headers: {
      'Content-Security-Policy': contentSecurityPolicy(html, allowed, config),
      ...permissionsOf(html),
    },
  }
}

const stylesPlace = `<style>${pageStylesPlaceholder}</style>`
