import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Each seam, with where its backends are and what holds them to its promises. */
test.each([
  ['packages/store/database/*/*-database.ts', 'describeDatabase('],
  ['packages/store/files/*-file-store.ts', 'describeFileStore('],
  ['packages/store/mail/*-mailer.ts', 'describeMailer('],
  ['packages/registry/log/checkpoint-in-*.ts', 'describeCheckpointPlace('],
])('every backend at %s is held to the contract in the test beside it', (pattern, contract) => {
  const backends = globSync(pattern).filter((file) => !/\/describe-|\.test\./.test(file))
  expect(backends).not.toEqual([])
  for (const file of backends) {
    expect(readFileSync(file.replace(/\.ts$/, '.test.ts'), 'utf8'), file).toContain(contract)
  }
})

test('the tests of the registry run on every database engine', () => {
  const where = ['registry-engines', 'postgres-places']
  const engines = where.map((name) => readFileSync(`test/support/${name}.ts`, 'utf8')).join('')
  for (const file of globSync('packages/store/database/*/*-database.ts')) {
    expect(engines).toContain(`'${file.replace('packages/', '@naic/')}'`)
  }
})
