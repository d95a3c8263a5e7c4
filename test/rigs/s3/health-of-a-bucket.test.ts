import { afterEach, beforeEach, expect, test } from 'vitest'
import { formData } from '#support/ashas-form.ts'
import { onARealStore } from '#support/on-a-real-store.ts'
import { runCouncil } from '#support/council.ts'
import { signedFetch } from '#support/start-swift.ts'
import { type Api, startApi } from '#support/start-api.ts'

type Finding = { of: string; state: string; says: string }

onARealStore('The health of a bucket', (real) => {
  let settings: Record<string, string>
  let api: Api
  beforeEach(async () => {
    settings = { ...real.settings(), SITE_URL: 'https://naic.example' }
    api = await startApi(settings)
  })
  afterEach(() => api.close())

  const council = (words: string[], more = {}) =>
    runCouncil(api.dataDir, words, { ...settings, ...more })

  async function resumes(more = {}): Promise<Finding[]> {
    const { stdout } = await council(['doctor', '--json'], more)
    return (JSON.parse(stdout) as Finding[]).filter(({ of }) => of === 'resumes')
  }

  test('a bucket that keeps a file is right, and nothing of the trial stays', async () => {
    expect(await resumes()).toEqual([
      { of: 'resumes', state: 'right', says: expect.stringContaining('reads back and removes') },
    ])
    const keys: string[] = []
    for await (const { key } of api.services.files.list()) keys.push(key)
    expect(keys).toEqual([])
  })

  test('a secret that is wrong is reported and not shown', async () => {
    const AWS_SECRET_ACCESS_KEY = 'another-secret-of-ours'
    const refused = await council(['doctor'], { AWS_SECRET_ACCESS_KEY })
    expect(refused.code).toBe(1)
    expect(refused.stdout).toMatch(/^WRONG {4}resumes: /m)
    expect(refused.stdout + refused.stderr).not.toContain(AWS_SECRET_ACCESS_KEY)
  })

  test('each resume in it is read, and one that is another or gone is named', async () => {
    for (const email of ['asha@example.com', 'ravi@example.com', 'zoe@example.com']) {
      await api.post(formData({ email }))
    }
    expect(await council(['check'])).toMatchObject({ code: 0, stdout: '' })
    const [changed, gone] = await api.applications()
    const { address, prefix } = real.place(settings)
    const put = { method: 'PUT', body: 'another' }
    expect((await signedFetch(`${address}/${prefix}resumes/${changed?.resume_key}`, put)).ok).toBe(
      true,
    )
    await api.services.files.remove(gone?.resume_key ?? '')
    const { code, stdout } = await council(['check', '--no-log'])
    expect(code).toBe(1)
    expect(stdout).toContain(`(resumes/${changed?.resume_key}) has 7 bytes, and had `)
    expect(stdout).toContain(`(resumes/${gone?.resume_key}) is missing.`)
    expect(stdout.trimEnd().split('\n')).toHaveLength(2)
  })
})
