import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import organisation from '#content/organisation.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { compose, escaped } from '../mail/compose.ts'
import type { Mailbox } from '../mail/mailer.ts'
import { letterSamples, sampleLetter, type SampleSettings } from './letter-samples.ts'

type Settings = SampleSettings & Pick<Config, 'mailFrom'>

/**
 * A letter with invented facts as a page for a browser: its head, what a mail program shows, and what
 * one shows that has no HTML.
 *
 * @returns undefined where there is no letter of that name.
 */
export function previewLetter(name: string, settings: Settings): string | undefined {
  const sample = letterSamples.find((one) => one.name === name)
  if (!sample) return undefined
  const council = { name: organisation.name, address: settings.mailFrom }
  const { from, to, replyTo, subject, text, html } = compose(
    sampleLetter(sample, settings),
    council,
  )
  const head: [string, string][] = [
    ['From', mailbox(from as Mailbox)],
    ['To', mailbox(to as Mailbox)],
    ...(replyTo ? [['Reply to', mailbox(replyTo as Mailbox)] as [string, string]] : []),
    ['Subject', String(subject)],
  ]
  return page(
    `${name}: ${subject}`,
    `<p>Sent ${escaped(sample.when)}. Everybody and everything in this one is invented.</p>
<table>
${head.map(([label, value]) => `<tr><th>${label}</th><td>${escaped(value)}</td></tr>`).join('\n')}
</table>
<h2>As a mail program shows it</h2>
<iframe title="The letter" sandbox srcdoc="${escaped(String(html))}"></iframe>
<h2>As plain text</h2>
<pre>${escaped(String(text))}</pre>`,
  )
}

/**
 * Writes a page for each name into a folder, and one that leads to them where there are several. What
 * is there under the same names is replaced.
 *
 * @param folder made where it is missing.
 * @param names of letters that there are.
 * @returns path of the page to be opened.
 */
export async function writePreviews(
  folder: string,
  names: readonly string[],
  settings: Settings,
): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (const name of names) {
    await writeFile(path.join(folder, `${name}.html`), previewLetter(name, settings) ?? '')
  }
  if (names.length === 1) return path.join(folder, `${names[0]}.html`)
  const index = path.join(folder, 'index.html')
  const links = letterSamples
    .filter(({ name }) => names.includes(name))
    .map(({ name, when }) => `<li><a href="${name}.html">${name}</a>: ${escaped(when)}</li>`)
  await writeFile(index, page('Letters of the council', `<ul>\n${links.join('\n')}\n</ul>`))
  return index
}

const mailbox = ({ name, address }: Mailbox) => (name === '' ? address : `${name} <${address}>`)

const page = (title: string, content: string) => `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>
body { font-family: sans-serif; line-height: 1.5; max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
th { text-align: left; padding-right: 1rem; vertical-align: top }
iframe { width: 100%; height: 36rem; border: 1px solid #888; background: #fff }
pre { white-space: pre-wrap; border: 1px solid #888; padding: 1rem }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${content}
</body>
</html>
`
