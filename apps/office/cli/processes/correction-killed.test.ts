import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type CouncilBesideServer,
  enginesBesides,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'

/** Whatever kills a correction: the old certificate stands alone, or the new one stands in its place. */

let beside: CouncilBesideServer
let number = 0

/** Issues a certificate with a misspelt name. @returns its ID and its reference. */
async function issueMisspelt() {
  const reference = `K-${(number += 1)}`
  const facts = `--reference ${reference} --domain Web --duration Weeks --allow-unknown --verified-on 2026-03-14`
  const holder = ['--holder', `Asha Roa ${number}`, '--email', `asha${number}@example.com`]
  const issued = await beside.council('certificates', 'issue', ...holder, ...facts.split(' '))
  return { id: /NAIC\d\d\w+/.exec(issued.stdout)?.[0] ?? '', reference }
}

const words = (id: string) => ['certificates', 'correct', id, '--name', `Asha Rao ${id}`, '--yes']

function start(id: string, more: Record<string, string>) {
  return spawn('node', ['apps/office/cli/council.ts', ...words(id)], {
    env: { ...process.env, ...beside.settings, ...more },
    stdio: 'ignore',
  })
}

type Row = { id: string; corrects: string | null; revoked: string | null; letter: string | null }

/** @returns the certificates under a reference, as the rows have them. */
async function standing(reference: string): Promise<Row[]> {
  const { build, read } = beside.api.services.database
  return read(
    sql<Row>`SELECT certificate.id, corrects, revocation.reason AS revoked,
        CASE WHEN letter.held_at IS NULL THEN letter.id END AS letter
      FROM certificate
      JOIN certificate_key ON certificate_key.certificate_id = certificate.id
      LEFT JOIN revocation ON revocation.certificate_id = certificate.id
      LEFT JOIN letter ON letter.id = 'certificate-' || certificate.id
      WHERE external_reference = ${reference} ORDER BY certificate.log_index`.compile(build),
  )
}

/** What everybody is told about a certificate. */
async function told(id: string) {
  const answer = await fetch(`${beside.api.url}/api/certificates/${id}`)
  const { revocation } = (await answer.json()) as { revocation: object | null }
  return { status: answer.status, isWithdrawn: revocation !== null }
}

/** @returns whether the correction was made: wholly, or not at all. */
async function isCorrected({ id, reference }: { id: string; reference: string }) {
  const rows = await standing(reference)
  const [old, corrected] = rows
  expect(old).toMatchObject({ id, corrects: null })
  expect(await told(id)).toEqual({ status: 200, isWithdrawn: corrected !== undefined })
  if (!corrected) {
    expect(old).toMatchObject({ revoked: null, letter: `certificate-${id}` })
    return false
  }
  expect(rows).toHaveLength(2)
  expect(old).toMatchObject({ revoked: 'wrong details', letter: null })
  const letter = `certificate-${corrected.id}`
  expect(corrected).toMatchObject({ corrects: id, revoked: null, letter })
  expect(await told(corrected.id)).toEqual({ status: 200, isWithdrawn: false })
  return true
}

/** What has to hold after a kill, and once the same is asked for again. */
async function expectWholeOrNothing(one: { id: string; reference: string }): Promise<boolean> {
  const before = await isCorrected(one)
  expect(await beside.council('log', 'verify')).toMatchObject({ code: 0 })
  const again = await beside.council(...words(one.id))
  expect(again).toMatchObject({ code: 0 })
  expect(again.stdout).toContain(before ? 'was corrected before' : 'is revoked, and NAIC')
  expect(await isCorrected(one)).toBe(true)
  return before
}

/** Kills the command at what it does to the file that keeps the log's last checkpoint. */
const dyingAt = {
  /** Before anything is in the database. */
  prepared: `const { open } = fs
    fs.open = (file, ...rest) => String(file).includes('last-checkpoint') ? die() : open(file, ...rest)`,
  /** When all is in the database, and the checkpoint is not in its place. */
  stored: `promises.rename = () => die()`,
}

describe.each(enginesBesides)('a correction on $name', ({ name: engine }) => {
  beforeEach(async () => {
    // No letter leaves, so that what is held back can be told.
    beside = await startCouncilBesideServer({ SMTP_URL: 'smtp://127.0.0.1:9' }, engine)
  })
  afterEach(() => beside.close())

  test.each([
    ['prepared', false],
    ['stored', true],
  ] as const)('that is killed when its checkpoint is %s', async (moment, isMade) => {
    const one = await issueMisspelt()
    const dying = `import fs from 'node:fs'
      import promises from 'node:fs/promises'
      import { syncBuiltinESMExports } from 'node:module'
      const die = () => { process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}) }
      ${dyingAt[moment]}
      syncBuiltinESMExports()`
    const child = start(one.id, {
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(dying)}`,
    })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    expect(await expectWholeOrNothing(one)).toBe(isMade)
  })

  test('that is killed at whatever moment, and one that a second one runs beside', async () => {
    const made = []
    for (let kill = 0; kill < 6; kill += 1) {
      const one = await issueMisspelt()
      // Started without compiled sources, so that the moments fall before, in and after it.
      const child = start(one.id, { NODE_COMPILE_CACHE: '' })
      const other = kill % 2 === 1 ? start(one.id, {}) : undefined
      const ended = [child, other].map((running) => running && once(running, 'exit'))
      if (kill === 0) {
        const seen = { timeout: 60_000, interval: 2 }
        await expect.poll(async () => (await standing(one.reference)).length, seen).toBe(2)
      } else await sleep(350 + kill * 130)
      child.kill('SIGKILL')
      await Promise.all(ended)
      made.push(await expectWholeOrNothing(one))
    }
    expect(made).toContain(true)
  })
})
