import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type CouncilBesideServer,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'

let beside: CouncilBesideServer
beforeEach(async () => {
  beside = await startCouncilBesideServer()
})
afterEach(() => beside.close())

const colleges = (...words: string[]) => beside.council('colleges', ...words)

test('names that look alike are suggested, said to be one, and taken apart again', async () => {
  const [vit, long] = ['VIT Vellore', 'Vellore Institute of Technology']
  for (const college of [vit, long]) await beside.apply({ college })
  expect(await colleges()).toMatchObject({ code: 0, stderr: 'Nobody has said so of any.\n' })
  expect((await colleges('suggest')).stdout).toMatch(/Vellore.+VIT Vellore.+initials|initials/)
  expect(await colleges('same', long, 'vit, vellore')).toMatchObject({
    code: 0,
    stderr: `2 names count as ${long} from now on.\n`,
  })
  expect((await colleges('same', long, vit)).stderr).toContain('Nothing was changed.')
  expect((await colleges('suggest')).stderr).toBe('None look alike.\n')
  const stats = await beside.council('applications', 'stats', '--by', 'college', '--json')
  expect(JSON.parse(stats.stdout)).toEqual([{ by: 'college', value: long, count: 2 }])
  expect(JSON.parse((await colleges('list', '--json')).stdout)).toHaveLength(2)
  expect(await colleges('apart', vit)).toMatchObject({ code: 0 })
  expect((await colleges('same', long, '--', ' - ')).stderr).toContain('is no name')
})
