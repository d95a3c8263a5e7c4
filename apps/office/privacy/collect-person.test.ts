import { expect, test } from 'vitest'
import { asha, formData } from '@naic/test/support/ashas-form.ts'
import { startApi } from '@naic/test/support/start-api.ts'
import { collectPerson } from './collect-person.ts'

test('whoever asks what we hold is told which privacy notice they agreed to', async () => {
  const api = await startApi()
  try {
    await api.post(formData(), { 'Privacy-Notice': '2026-11-22' })
    const { config, certificates } = api.services
    const asked = { email: asha.email }
    const collected = await collectPerson(certificates.registry, asked, config, new Date())
    expect(collected).toMatchObject({
      data: { applications: [{ notice_version: '2026-11-22' }] },
    })
  } finally {
    await api.close()
  }
})
