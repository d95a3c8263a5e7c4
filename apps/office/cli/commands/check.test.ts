import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { startCouncilBesideServer } from '@naic/test/support/council-beside-server.ts'
import { dataEngines } from '@naic/test/support/data-engines.ts'
import { eachTest } from '@naic/test/support/opened.ts'

describe.each(dataEngines)('on $name, beside a running server', ({ name }) => {
  const beside = eachTest(() => startCouncilBesideServer({}, name))
  beforeEach(async () => {
    for (const number of [0, 1, 2]) await beside.apply({ email: `asha${number}@example.com` })
    await beside.write()
    await beside.sendLetters()
  })

  const check = (...words: string[]) => beside.council('check', ...words)
  const inData = (...names: string[]) => path.join(beside.api.dataDir, ...names)
  const isSqlite = name === 'SQLite'

  /** As somebody who has the machine. */
  const byHand = (...statements: string[]) =>
    beside.api.services.database.write(async (transaction) => {
      for (const statement of statements) await sql.raw(statement).execute(transaction)
    })

  test('all is as it was stored, also while people apply', async () => {
    const whole = await check()
    expect(whole).toMatchObject({ code: 0, stdout: '' })
    expect(whole.stderr).toMatch(
      /^3 resumes, 17 entries of the log[.]\nAll is as it was stored[.]\n$/,
    )
    const applying = Promise.all(
      Array.from({ length: 20 }, (_, at) => beside.apply({ email: `more${at}@example.com` })),
    )
    expect(await check()).toMatchObject({ code: 0, stdout: '' })
    await applying
  })

  test('each resume that is changed, longer or gone is named', async () => {
    const [changed, longer, gone] = await beside.api.applications()
    if (!changed || !longer || !gone) throw new Error('There are three.')
    const bytes = await readFile(inData('resumes', changed.resume_key))
    bytes[500] = (bytes[500] ?? 0) ^ 1
    await writeFile(inData('resumes', changed.resume_key), bytes)
    await appendFile(inData('resumes', longer.resume_key), 'x')
    await rm(inData('resumes', gone.resume_key))

    const { code, stdout, stderr } = await check()
    expect(code).toBe(1)
    const resume = ({ id, resume_key }: typeof changed) =>
      `The resume of application ${referenceOf(id)} (resumes/${resume_key})`
    expect(stdout.trimEnd().split('\n')).toHaveLength(3)
    expect(stdout).toContain(
      `${resume(changed)} is not what was received: its bytes are others. Look for`,
    )
    expect(stdout).toMatch(/ has \d+ bytes, and had \d+ when it was received[.] Look for/)
    expect(stdout).toContain(`${resume(longer)} has `)
    expect(stdout).toContain(
      `${resume(gone)} is missing. Look for resumes/${gone.resume_key} in the`,
    )
    expect(stderr).toMatch(/\n3 found wrong[.]\n$/)

    const json = JSON.parse((await check('--json')).stdout)
    expect(json).toMatchObject({ resumes: 3 })
    expect(json.faults).toContainEqual(expect.objectContaining({ of: 'resume' }))
  })

  test('triggers that are off and a changed log are named', async () => {
    await byHand(
      isSqlite
        ? 'DROP TRIGGER journal_no_delete'
        : 'ALTER TABLE journal DISABLE TRIGGER journal_no_delete',
    )
    expect((await check()).stdout).toMatch(
      /^The trigger journal_no_delete is missing or was changed: rows are not safe from change[.].*\n$/,
    )
    await byHand(
      isSqlite ? 'DROP TRIGGER log_entry_no_update' : 'ALTER TABLE log_entry DISABLE TRIGGER ALL',
      `UPDATE log_entry SET entry = replace(entry, '"at":"2', '"at":"1') WHERE position = 5`,
    )
    const after = await check()
    expect(after.code).toBe(1)
    expect(after.stdout).toMatch(/^Certificate \S+: .+ docs\/stolen-key[.]md/m)
  })
})
