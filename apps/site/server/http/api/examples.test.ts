import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { format, promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { startApi } from '@naic/test/support/start-api.ts'
import { allTests, newFolder } from '@naic/test/support/opened.ts'
import { revokeCertificate } from '@naic/registry/issuing/revoke-certificate.ts'

const run = promisify(execFile)
const site = 'https://naic.example'

/** Not every machine has curl. This one knows the options that the examples use, and no other. */
const curl = `#!${process.execPath}
const { parseArgs } = require('node:util')
const options = { s: 'boolean', o: 'string', D: 'string', w: 'string', H: 'string' }
const { values, positionals } = parseArgs({
  options: Object.fromEntries(Object.entries(options).map(([short, type]) => [short, { type, short }])),
  allowPositionals: true,
})
const [name, value] = (values.H ?? '').split(': ')
fetch(positionals[0], { headers: name ? { [name]: value } : {} }).then(async (answer) => {
  const say = (text) => process.stdout.write(text)
  if (values.D === '-') for (const header of answer.headers) say(header.join(': ') + '\\r\\n')
  if (values.o !== '/dev/null') say(await answer.text())
  say((values.w ?? '')
    .replace('%{http_code}', answer.status)
    .replace('%{content_type}', answer.headers.get('content-type'))
    .replace('\\\\n', '\\n'))
})
`

const programs = allTests(newFolder)
const api = allTests(() => startApi({ SITE_URL: site }))
beforeAll(async () => {
  await writeFile(programs.file('curl'), curl, { mode: 0o755 })
  await revokeCertificate(
    api.services.certificates.registry,
    'NAIC25C8D1T',
    'wrong details',
    'meera',
  )
})

const text = await readFile('docs/api.md', 'utf8')
/** Each with what it prints. */
const examples = [...text.matchAll(/^```(sh|js)\n(.*?)^```\n\n```text\n(.*?)^```$/gms)].map(
  ([, kind = '', code = '', printed = '']) => ({ kind, code, printed }),
)

async function printedBy(kind: string, code: string): Promise<string> {
  const inShell = { PATH: `${programs.path}:${process.env['PATH']}` }
  if (kind === 'sh') return (await run('bash', ['-c', code], { env: inShell })).stdout
  const lines: string[] = []
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor
  const log = (...words: unknown[]) => void lines.push(format(...words))
  await new AsyncFunction('console', code)({ log })
  return lines.join('\n')
}

test('every example of docs/api.md says what it prints', () => {
  expect(examples).toHaveLength(text.match(/^```(sh|js)$/gm)?.length ?? 0)
})

test.each(examples)('an example of docs/api.md prints what it says: $code', async (example) => {
  const { kind, code, printed } = example
  // It speaks to this site; what it prints names the address that the site was set to.
  const said = await printedBy(kind, code.replaceAll(site, api.url))
  const pattern = printed.replaceAll(/[^\w\s…]/g, String.raw`\$&`).replaceAll('…', '.+')
  expect(said.replaceAll('\r', '').trimEnd()).toMatch(new RegExp(`^${pattern.trimEnd()}$`))
})
