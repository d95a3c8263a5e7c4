import { expect, test } from 'vitest'
import { asha } from '@naic/test/support/ashas-form.ts'
import { startCouncilBesideServer } from '@naic/test/support/council-beside-server.ts'
import { eachTest } from '@naic/test/support/opened.ts'

const beside = eachTest(() => startCouncilBesideServer())

test('everything of an application is there for programs', async () => {
  const { id, reference } = await beside.apply()
  const { code, stdout } = await beside.council('applications', 'export', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual([
    {
      ...asha,
      id,
      reference,
      status: 'received',
      status_changed_at: null,
      completed_on: null,
      completed_internship: null,
      name_sent: 'Asha Rao',
      email_sent: 'asha.rao@example.com',
      tags: null,
      assignee: null,
      score: null,
      tasks_received_on: null,
      tasks_reference: null,
      fee_received_on: null,
      fee_reference: null,
      internship_title: 'Data Science & Analysis',
      notice_version: null,
      resume_name: 'cv.pdf',
      resume_type: 'application/pdf',
      resume_bytes: expect.any(Number),
      received_at: expect.stringMatching(/Z$/),
    },
  ])
})
