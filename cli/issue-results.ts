import { open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Issued } from '#server/registry/issuing/issued-before.ts'
import { csvCell, printable } from '#server/sheets/printable-text.ts'
import type { Run } from './command-run.ts'
import { whyNoPlace } from './files-of-people.ts'

/** Found out before anything is issued; what stands in the file is left as it is. */
export async function canWriteResults(
  run: Run,
  {
    csv,
    results,
  }: {
    csv?: string
    results?: string
  },
): Promise<boolean> {
  if (results === undefined) return true
  if (csv && path.resolve(csv) === path.resolve(results)) {
    run.say('Nothing was issued: --results is the file of --csv. Give it another name.')
    return false
  }
  const why = await whyNoPlace(results)
  if (why) {
    run.say(`Nothing was issued: ${printable(results)} ${why}.`)
    return false
  }
  try {
    await (await open(results, 'a', 0o600)).close()
    return true
  } catch (error) {
    run.say(
      `Nothing was issued: the results cannot be written to ${results} (${(error as Error).message}).`,
    )
    return false
  }
}

/** @param file where IDs and addresses go; undefined for what the command prints. */
export async function writeResults(
  run: Run,
  issued: readonly Issued[],
  file: string | undefined,
): Promise<void> {
  if (issued.length === 0) return
  const rows = issued.map(({ reference, id, address, state }) =>
    [csvCell(reference ?? ''), id, address, state].join(','),
  )
  const csv = ['reference,id,address,state', ...rows, ''].join('\r\n')
  if (file) await write(run, file, csv)
  else run.stdout.write(csv)
  const before = issued.filter(({ state }) => state !== 'issued')
  run.say(`${issued.length - before.length} issued, ${countBefore(before)}.`)
}

/** @param issued before, as the command says it. */
export function countBefore(issued: readonly Issued[]): string {
  const since = (['revoked', 'erased'] as const).flatMap((what) => {
    const count = issued.filter(({ state }) => state === what).length
    return count > 0 ? [`, ${count} of them ${what} since`] : []
  })
  return [`${issued.length} issued before`, ...since].join('')
}

async function write(run: Run, file: string, csv: string): Promise<void> {
  try {
    await writeFile(file, csv, { mode: 0o600 })
  } catch (error) {
    run.stdout.write(csv)
    run.say(`${file} could not be written (${(error as Error).message}); here they are.`)
    run.exitCode = 1
  }
}
