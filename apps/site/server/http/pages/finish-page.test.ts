import { Resvg } from '@resvg/resvg-js'
import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { placeholders, taskFormSandbox } from '#app/server-context/site-settings.ts'
import { readConfig } from '@naic/installation/config.ts'
import { ConfigError } from '@naic/platform/config-error.ts'
import { finishPage, putSettings } from './finish-page.ts'

const frame = `<iframe src="${placeholders.taskFormUrl}" sandbox="${taskFormSandbox}"></iframe>`
/** Of a page that the build rendered. */
const finish = (html: string, settings: Record<string, string> = {}) => {
  const config = readConfig(settings)
  return finishPage(putSettings(html, config), [], config)
}
const policy = (page: ReturnType<typeof finishPage>) => page.headers['Content-Security-Policy']

test('the witnesses that the log must have stand in the page, and none as nothing', () => {
  const page = '<html data-witnesses="witnesses.invalid">'
  expect(finish(page).html).toBe('<html data-witnesses="">')
  const named = 'we"b.example+65c1ae6b+BAEB'
  const witnesses = [{ name: '', publicKey: new Uint8Array(32), vkey: named, url: undefined }]
  const config = { ...readConfig({}), witnesses, witnessesNeeded: 1 }
  expect(putSettings(page, config)).toBe(
    '<html data-witnesses="1 we&quot;b.example+65c1ae6b+BAEB">',
  )
})

test('without TASK_FORM_URL the frame shows our own page, which needs no sandbox', () => {
  const page = finish(frame)
  expect(page.html).toBe('<iframe src="/task-form-not-set-up"></iframe>')
  expect(policy(page)).toContain("frame-src 'self';")
})

test('TASK_FORM_URL is what the frame shows, and nothing else may be framed', () => {
  const page = finish(frame, { TASK_FORM_URL: 'https://forms.example.org/a?b=1&copy="2"&$&' })
  expect(page.html).toBe(
    `<iframe src="https://forms.example.org/a?b=1&amp;copy=%222%22&amp;$&amp;" sandbox="${taskFormSandbox}"></iframe>`,
  )
  expect(policy(page)).toContain('frame-src https://forms.example.org;')
})

test.each(['tasks', 'javascript:alert(1)', 'ftp://example.org/', 'https://a:b@example.org/'])(
  'TASK_FORM_URL=%s stops the start with a sentence that names it',
  (address) => {
    expect(() => readConfig({ TASK_FORM_URL: address })).toThrow(ConfigError)
    expect(() => readConfig({ TASK_FORM_URL: address })).toThrow('TASK_FORM_URL must be')
  },
)

test('a page may be framed only if it says so, and then only by this site', () => {
  expect(policy(finish('<p></p>'))).toContain("frame-ancestors 'none'")
  expect(policy(finish('<meta name="framed-by" content="self"/>'))).toContain(
    "frame-ancestors 'self'",
  )
})

test('a page may use the camera only if it says so', () => {
  expect(finish('<p></p>').headers).not.toHaveProperty('Permissions-Policy')
  const { headers } = finish('<meta name="uses" content="camera"/>')
  expect(headers['Permissions-Policy']).toMatch(/^camera=\(self\), .*microphone=\(\)/)
})

test('whatever inline script a page holds, its policy allows only what it was told to', () => {
  const page = finish('<script>stranger()</script><script nonce="guessed">stranger()</script>')
  expect(policy(page)).toContain("script-src 'self';")
})

test('RETENTION_DAYS is said where a page says how long things are kept', () => {
  const page = '<html data-retention-days="retention-days.invalid"><td>[[kept: application]]</td>'
  expect(finish(page).html).toBe('<html data-retention-days=""><td>Until our staff delete it</td>')
  const kept =
    '400 days after the last thing that happened with it, unless our staff delete it before'
  expect(finish(page, { RETENTION_DAYS: '400' }).html).toBe(
    `<html data-retention-days="400"><td>${kept}</td>`,
  )
})

test('a link to a sample certificate is there only where there are samples', () => {
  const link = '<a class="link" href="/verify/NAIC25A7K2M" data-discover="true">See one</a>'
  const page = `<html data-samples="samples.invalid"><p>${link}</p><a href="/about">About</a>`
  expect(finish(page).html).toBe(page.replace('samples.invalid', 'on'))
  expect(finish(page, { SITE_URL: 'https://www.example.org' }).html).toBe(
    '<html data-samples=""><p></p><a href="/about">About</a>',
  )
})

test('the address of a page is drawn as a QR code of SITE_URL, however long it is', () => {
  const page = '<path d="qr-code-of.invalid/internships/12" fill="#000"></path>'
  for (const origin of ['https://naic.example', `https://${'a'.repeat(60)}.example.org.in`]) {
    const { html } = finish(page, { SITE_URL: origin })
    const path = /^<path d="([^"]+)" fill="#000"><\/path>$/.exec(html)?.[1] ?? ''
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"><path d="M0 0h45v45H0z" fill="#fff"/><path d="${path}"/></svg>`
    const { pixels, width, height } = new Resvg(svg, {
      fitTo: { mode: 'width', value: 900 },
    }).render()
    expect(jsQR(new Uint8ClampedArray(pixels), width, height)?.data).toBe(
      `${origin}/internships/12`,
    )
  }
})
