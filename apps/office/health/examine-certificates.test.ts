import { chmod } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '@naic/installation/config.ts'
import { password, SigningFolder, startTimestamps } from '@naic/test/support/pdf-signing.ts'
import { examinePdfSigning } from './examine-certificates.ts'

test('the file that signs PDFs is opened, and its certificate and the time stamps are looked at', async () => {
  const signing = new SigningFolder()
  const stamps = await startTimestamps()
  try {
    const found = async (days: [number, number], more: Record<string, string> = {}) => {
      const PDF_SIGNING_KEY = await signing.makePkcs12({ days })
      const given = { PDF_SIGNING_KEY, PDF_SIGNING_PASSWORD: password, ...more }
      const findings = await examinePdfSigning(readConfig(given), new Date())
      expect(JSON.stringify(findings)).not.toContain(password)
      return findings
    }
    expect(await examinePdfSigning(readConfig({}), new Date())).toEqual([])
    expect(await found([-1, 90])).toMatchObject([
      { state: 'right', says: expect.stringContaining('(CN=Program Director)') },
    ])
    expect(await found([-1, 20])).toMatchObject([{ state: 'warning' }])
    await chmod(path.join(signing.path, 'council.p12'), 0o644)
    expect((await found([-1, 90])).map(({ state }) => state)).toEqual(['right', 'wrong'])
    await chmod(path.join(signing.path, 'council.p12'), 0o600)
    expect(await found([-9, -1])).toMatchObject([
      { state: 'wrong', advice: expect.stringMatching(/^PDFs have no signature meanwhile/) },
    ])
    await expect(found([-1, 90], { PDF_SIGNING_PASSWORD: 'another' })).rejects.toThrow(
      'PDF_SIGNING_PASSWORD is not its password',
    )
    const stamped = { PDF_TIMESTAMP_URL: stamps.url }
    expect((await found([-1, 90], stamped)).map(({ state }) => state)).toEqual(['right', 'right'])
    stamps.answer = () => Buffer.from('no')
    expect((await found([-1, 90], stamped)).map(({ state }) => state)).toEqual(['right', 'warning'])
  } finally {
    signing.remove()
    stamps.stop()
  }
})
