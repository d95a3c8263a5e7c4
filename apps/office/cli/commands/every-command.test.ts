import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { startCouncilBesideServer } from '@naic/test/support/council-beside-server.ts'
import { dataEngines } from '@naic/test/support/data-engines.ts'
import { commandsIn, makeProgram, nameOf } from '../command-line.ts'
import type { Run } from '../command-run.ts'

/** How each command is typed, in an order in which each has something to do. All end with 0. */
const typed: Readonly<Record<string, string>> = {
  'applications export': '--json',
  'outbox list': '--state all',
  'outbox retry': '--yes',
  'certificates issue': '--sheet FOLDER/one.csv --yes',
  'certificates show': 'CERTIFICATE',
  'certificates erase': 'CERTIFICATE --yes',
  'keys list': '',
  'keys make': '',
  'keys rotate': 'log',
  'log verify': '',
  'log watch': 'URL --state FOLDER/seen',
  'checkpoints export': '',
  'witness make': 'witness.example/one --key FOLDER/witness.key',
  person: 'REFERENCE --out FOLDER/person.zip',
  erase: 'REFERENCE --yes',
  'staff add': 'Nandini --role reviewer',
  'staff list': '',
  'staff invite': 'Nandini --forget-passkeys',
  'staff end': 'Nandini --yes',
  journal: '',
  check: '',
  settings: '',
  sweep: '--yes',
  migrate: '',
  schema: '',
}

/** They have tests of their own on both engines, or are of one alone. */
const elsewhere = new Set([
  'desk',
  'doctor',
  'backup',
  'restore',
  'rehearse',
  // Its key is one that the server could not go on with.
  'keys revoke',
  // The server would not know the log's new name.
  'log restart',
  // It needs a relay.
  'mail-failure',
])

/** They have nothing to do here. */
const nothingToDo = new Set(['outbox retry', 'sweep'])

test('every command is tried', async () => {
  const all = commandsIn(await makeProgram({} as Run)).map(nameOf)
  expect([...Object.keys(typed), ...elsewhere].toSorted()).toEqual(all)
})

const settings = { LETTER_DELAY_SECONDS: '3600', DESK_URL: 'https://desk.naic.example' }

describe.each(dataEngines)('on $name, beside a server that answers all the time,', (engine) => {
  test('every command does what it is for, and nothing that cannot be undone without --yes', async () => {
    const beside = await startCouncilBesideServer(settings, engine.name)
    try {
      const { reference } = await beside.apply({ internship: '4', domain: 'Data Science' })
      const row = 'R-1,Asha,Data Science,4 Weeks,2026-03-14'
      const sheet = `reference,holder,domain,duration,verified_on\n${row}\n`
      await writeFile(path.join(beside.folder, 'one.csv'), sheet)
      const facts: Record<string, string> = {
        reference,
        folder: beside.folder,
        url: beside.api.url,
      }
      for (const [name, more] of Object.entries(typed)) {
        const words = more.replaceAll(/[A-Z]{3,}/g, (fact) => facts[fact.toLowerCase()] ?? fact)
        const typing = `${name} ${words}`.trim().split(' ')
        if (typing.includes('--yes') && !nothingToDo.has(name)) {
          const unasked = typing.filter((word) => word !== '--yes')
          const refused = await beside.council(...unasked)
          expect({ unasked, code: refused.code }).toEqual({ unasked, code: 1 })
          expect(refused.stderr).toMatch(/Nothing was .+[.] Add --yes to have it done[.]\n$/)
        }
        const { code, stdout, stderr } = await beside.council(...typing)
        expect({ typing, code }, stderr).toEqual({ typing, code: 0 })
        if (name === 'certificates issue') {
          facts['certificate'] = /NAIC\d\d\w{8}/.exec(stdout)?.[0] ?? ''
        }
        expect((await fetch(`${beside.api.url}/healthz`)).status).toBe(200)
      }
    } finally {
      await beside.close()
    }
  })
})
