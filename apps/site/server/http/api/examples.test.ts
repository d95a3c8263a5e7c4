import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '@naic/test/support/start-api.ts'
import { revokeCertificate } from '@naic/registry/issuing/revoke-certificate.ts'

const run = promisify(execFile)
const hasCurl = spawnSync('curl', ['--version']).status === 0
const site = 'https://naic.example'

let api: Api
beforeAll(async () => {
  api = await startApi({ SITE_URL: site })
  await revokeCertificate(api.services.certificates.registry, 'NAIC25C8D1T', 'wrong details')
})
afterAll(() => api.close())

const text = await readFile('docs/api.md', 'utf8')
/** Each with what it prints. */
const examples = [...text.matchAll(/^```(sh|js)\n(.*?)^```\n\n```text\n(.*?)^```$/gms)].map(
  ([, kind = '', code = '', printed = '']) => ({ kind, code, printed }),
)

test('every example of docs/api.md says what it prints', () => {
  expect(examples).toHaveLength(text.match(/^```(sh|js)$/gm)?.length ?? 0)
})

test.each(examples)('an example of docs/api.md prints what it says: $code', async (example) => {
  const { kind, code, printed } = example
  if (kind === 'sh' && !hasCurl) return
  // It speaks to this site; what it prints names the address that the site was set to.
  const here = code.replaceAll(site, api.url)
  const command = kind === 'sh' ? 'bash' : process.execPath
  const options = kind === 'sh' ? ['-c'] : ['--input-type=module', '-e']
  const { stdout } = await run(command, [...options, here])
  const pattern = printed.replaceAll(/[^\w\s…]/g, String.raw`\$&`).replaceAll('…', '.+')
  expect(stdout.replaceAll('\r', '').trimEnd()).toMatch(new RegExp(`^${pattern.trimEnd()}$`))
})
