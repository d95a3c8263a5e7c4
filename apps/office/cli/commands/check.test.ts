import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { file, formData } from '@naic/test/support/ashas-form.ts'
import { dataEngines } from '@naic/test/support/data-engines.ts'
import { queryAt } from '@naic/test/support/postgres-server.ts'
import { messageForm } from '@naic/test/support/ravis-message.ts'
import { pdf } from '@naic/test/support/resumes.ts'
import { runCouncil } from '@naic/test/support/run-council.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'

const applicants = 3
const unknown = '11111111-1111-4111-8111-111111111111'

describe.each(dataEngines)('on $name, beside a running server', ({ name, prepare }) => {
  let place: Awaited<ReturnType<typeof prepare>>
  let api: Api
  beforeEach(async () => {
    place = await prepare()
    api = await startApi(place.settings)
    for (let number = 0; number < applicants; number += 1) {
      const resume = file(Uint8Array.from(pdf(1_000 + number)))
      await api.post(formData({ email: `asha${number}@example.com` }, resume))
    }
    await api.post(messageForm(), {}, '/api/contact/')
    await api.letterQueueEmpty()
  })
  afterEach(async () => {
    await api.close()
    await place.remove()
  })

  const council = (...words: string[]) => runCouncil(api.dataDir, words, place.settings)
  const inData = (...names: string[]) => path.join(api.dataDir, ...names)

  /** As somebody who has the machine. */
  async function byHand(...statements: string[]): Promise<void> {
    if (name === 'PostgreSQL') {
      const url = (place.settings as Record<string, string>)['DATABASE_URL'] ?? ''
      await queryAt(url, ...statements)
      return
    }
    const sqlite = new DatabaseSync(inData('naic.sqlite'))
    for (const statement of statements) sqlite.exec(statement)
    sqlite.close()
  }

  test('all is as it was stored, with the log and without', async () => {
    const whole = await council('check')
    expect(whole).toMatchObject({ status: 0, output: '' })
    expect(whole.errors).toMatch(
      /^3 resumes of applications, 3 files in resumes\/, 8 letters that are files, 0 rows of the staff, 17 entries of the log[.]\nAll is as it was stored[.]\n$/,
    )
    const { status, errors } = await council('check', '--no-log')
    expect(status).toBe(0)
    expect(errors).toContain('the log not looked at')
  })

  test('each resume that is changed, longer or gone is named', async () => {
    const [changed, longer, gone] = await api.applications()
    if (!changed || !longer || !gone) throw new Error('There are three.')
    const bytes = await readFile(inData('resumes', changed.resume_key))
    bytes[500] = (bytes[500] ?? 0) ^ 1
    await writeFile(inData('resumes', changed.resume_key), bytes)
    await appendFile(inData('resumes', longer.resume_key), 'x')
    await rm(inData('resumes', gone.resume_key))

    const { status, output, errors } = await council('check')
    expect(status).toBe(1)
    const resume = ({ id, resume_key }: typeof changed) =>
      `The resume of application ${referenceOf(id)} (resumes/${resume_key})`
    const lines = output.trimEnd().split('\n')
    expect(lines).toHaveLength(3)
    expect(output).toContain(
      `${resume(changed)} is not what was received: its bytes are others. Look for`,
    )
    expect(output).toMatch(/ has \d+ bytes, and had \d+ when it was received[.] Look for/)
    expect(output).toContain(`${resume(longer)} has `)
    expect(output).toContain(
      `${resume(gone)} is missing. Look for resumes/${gone.resume_key} in the`,
    )
    expect(errors).toMatch(/\n3 found wrong[.]\n$/)
  })

  test('a letter without a row is named', async () => {
    await writeFile(inData('mail', `${unknown}-applicant.eml`), 'To: Asha')
    const young = await council('check', '--json')
    expect(JSON.parse(young.output)).toMatchObject({
      resumes: applicants,
      files: applicants,
      letters: 9,
      faults: [
        { of: 'letter', says: expect.stringContaining(`${unknown}-applicant.eml belongs to no`) },
      ],
    })
    expect(young.status).toBe(1)
  })

  test('rows whose application or message is gone, and triggers that are off, are named', async () => {
    const time = '2026-03-14T10:00:00.000Z'
    const [first] = await api.applications()
    const [message] = await api.messages()
    const statuses = [first?.id, unknown].map(
      (id) =>
        `INSERT INTO application_status VALUES ('${id}', 'shortlisted', '${time}', 1, NULL, NULL)`,
    )
    await byHand(
      ...statuses,
      `INSERT INTO status_change VALUES ('${unknown}', 1, 'shortlisted', '${time}', 'asha', NULL, NULL)`,
      `INSERT INTO message_answer VALUES ('${message?.id}', '${time}', 'asha')`,
      name === 'PostgreSQL'
        ? 'ALTER TABLE journal DISABLE TRIGGER journal_no_delete'
        : 'DROP TRIGGER journal_no_delete',
    )
    const before = await council('check')
    expect(before.status).toBe(1)
    const reference = referenceOf(unknown)
    expect(
      before.output.split('\n').map((line) => line.replace(/(not there|change)[.].*/, '$1')),
    ).toEqual([
      `There is a row of application_status for the application ${reference}, which is not there`,
      `There is a row of status_change for the application ${reference}, which is not there`,
      'The trigger journal_no_delete is missing or was changed: rows that only grow are not safe from change',
      '',
    ])
    await byHand(`DELETE FROM contact_message WHERE id = '${message?.id}'`)
    const { output } = await council('check', '--no-log')
    expect(output).toContain('There is a row of message_answer for the contact_message NAIC-')
  })

  test('what was changed in the log is named, unless it is not asked for', async () => {
    await byHand(
      ...(name === 'PostgreSQL'
        ? ['ALTER TABLE log_entry DISABLE TRIGGER ALL']
        : ['DROP TRIGGER log_entry_no_update']),
      `UPDATE log_entry SET entry = replace(entry, '"at":"2', '"at":"1') WHERE position = 5`,
      ...(name === 'PostgreSQL' ? ['ALTER TABLE log_entry ENABLE TRIGGER ALL'] : []),
    )
    const { status, output } = await council('check')
    expect(status).toBe(1)
    expect(output).toMatch(/^Certificate \S+: .+ docs\/stolen-key[.]md/m)
    const without = await council('check', '--no-log')
    expect(without.output).not.toContain('Certificate ')
  })

  test('who applies meanwhile is no fault', async () => {
    const applying = Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        api.post(formData({ email: `more${at}@example.com` }), {
          'X-Forwarded-For': `203.0.113.${at}`,
        }),
      ),
    )
    const checks = await Promise.all([council('check'), council('check', '--no-log')])
    await applying
    for (const { status, output } of checks)
      expect({ status, output }).toEqual({ status: 0, output: '' })
  })
})
