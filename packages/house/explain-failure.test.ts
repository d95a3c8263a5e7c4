import { mkdtemp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { allTests, newFolder } from '@naic/test/support/opened.ts'
import { readConfig } from './config.ts'
import { makeDataFolder } from './data-folder.ts'
import { explainFailure } from './explain-failure.ts'

const folder = allTests(newFolder)

/** What an operator reads when the folder cannot be made. */
async function explained(dataDir: string) {
  const config = readConfig({ DATA_DIR: dataDir })
  try {
    await makeDataFolder(config)
  } catch (error) {
    return explainFailure(error, config)
  }
  throw new Error('It did not fail.')
}

test.each([
  ['/proc/naic', 'it cannot be made there'],
  ['/dev/null/data', 'it is no folder'],
  [`/tmp/${'x'.repeat(300)}`, 'the name is too long'],
])('DATA_DIR=%s is named: %s', async (dataDir, reason) => {
  const sentence = await explained(dataDir)
  expect(sentence).toMatch(`DATA_DIR is ${dataDir}, which cannot be used: ${reason}.`)
})

test.each(['mail', 'keys'])('a file called %s in DATA_DIR is named', async (name) => {
  const dataDir = await mkdtemp(folder.file('data-'))
  const file = path.join(dataDir, name)
  await writeFile(file, '')
  const sentence = await explained(dataDir)
  expect(sentence).toMatch(`DATA_DIR is ${dataDir}, and ${file} cannot be used`)
})
