import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import {
  type CouncilBesideServer,
  enginesBesides,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'
import { messageForm } from '@naic/test/support/ravis-message.ts'

/** What the commands are about. */
type Facts = {
  id: string
  reference: string
  message: string
  certificate: string
  folder: string
  url: string
}

type Typed = (facts: Facts) => string[]

/** How each command is typed, in an order in which each has something to do. All end with 0. */
const typed: Readonly<Record<string, Typed>> = {
  'applications-list': () => ['--json'],
  'applications-show': ({ reference }) => [reference],
  'applications-stats': () => [],
  'applications-set-status': ({ reference }) => [reference, 'shortlisted', '--yes'],
  'applications-export': ({ folder }) => ['--dir', path.join(folder, 'exported')],
  resume: ({ reference, folder }) => [reference, '--out', `${folder}/two.pdf`],
  'messages-list': () => [],
  'messages-show': ({ message }) => [message],
  'messages-answered': ({ message }) => [message],
  'outbox-list': () => ['--state', 'all'],
  'outbox-show': ({ id }) => [`${id}-status-1`],
  'outbox-retry': () => ['--all', '--yes'],
  'letters-list': () => [],
  'letters-preview': ({ folder }) => ['--out', path.join(folder, 'letters')],
  'certificates-issue': () => ['--from-applications'],
  'certificates-list': () => [],
  'certificates-show': ({ certificate }) => [certificate],
  'certificates-revoke': ({ certificate }) => [certificate, 'wrong', 'details', '--yes'],
  'certificates-erase': ({ certificate }) => [certificate, '--yes'],
  'keys-list': () => [],
  'keys-make': () => [],
  'keys-rotate': () => ['log'],
  'log-verify': () => [],
  'log-watch': ({ url, folder }) => [url, '--state', `${folder}/seen`],
  'checkpoints-export': () => [],
  'witness-make': ({ folder }) => ['witness.example/one', '--key', `${folder}/witness.key`],
  person: ({ reference, folder }) => [reference, '--out', path.join(folder, 'person.zip')],
  erase: ({ reference }) => [reference, '--yes'],
  retention: () => ['--yes'],
  journal: () => [],
  check: () => [],
  sweep: () => ['--yes'],
  migrate: () => [],
}

/** They have tests of their own on both engines, or are of one alone. */
const elsewhere = new Set([
  'desk',
  'doctor',
  'backup',
  'restore',
  'move-data',
  // Its key is one that the server could not go on with.
  'keys-revoke',
])

const all = (await readdir('apps/office/cli/commands'))
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => file.replace('.ts', ''))

test('there is no command that is not tried', () => {
  expect([...Object.keys(typed), ...elsewhere].toSorted()).toEqual(all.toSorted())
})

describe.each(enginesBesides)('on %s, beside a server that answers all the time,', (engine) => {
  test('every command does what it is for', async () => {
    const beside = await startCouncilBesideServer({ RETENTION_DAYS: '365' }, engine)
    try {
      const facts = await prepare(beside)
      for (const [name, words] of Object.entries(typed)) {
        const typing = [...wordsOf(name), ...words(facts)]
        const { code, stdout, stderr } = await beside.council(...typing)
        expect({ typing, code }, stderr).toEqual({ typing, code: 0 })
        if (name === 'certificates-issue')
          facts.certificate = /NAIC\d\d\w{8}/.exec(stdout)?.[0] ?? ''
        expect((await fetch(`${beside.api.url}/healthz`)).status).toBe(200)
      }
    } finally {
      await beside.close()
    }
  })
})

const wordsOf = (name: string): string[] => {
  const [, group, rest] = /^([^-]+)-(.+)$/.exec(name) ?? []
  return group && rest ? [group, rest] : [name]
}

async function prepare(beside: CouncilBesideServer): Promise<Facts> {
  const { id, reference } = await beside.apply({ internship: '4', domain: 'Data Science' })
  const done = await beside.apply({
    name: 'Ravi Iyer',
    email: 'ravi@example.com',
    internship: '9',
    domain: 'Java Development',
  })
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())
  await beside.council('applications', 'set-status', done.reference, 'completed', '--on', today)
  const { body } = await beside.api.post(messageForm(), {}, '/api/contact/')
  const message = referenceOf((body as { id: string }).id)
  return { id, reference, message, certificate: '', folder: beside.folder, url: beside.api.url }
}
