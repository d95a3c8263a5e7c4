import type { Config } from '@naic/installation/config.ts'
import type { Database } from '@naic/platform/database/database.ts'
import { formatCheckpoints, readCheckpoints } from '@naic/registry/log/published-log.ts'
import { openStored } from '@naic/installation/storage.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'

export const command: Command = {
  summary: 'the signed checkpoints as JSON lines, for whoever mirrors them',
  examples: [
    'checkpoints export > checkpoints.jsonl',
    'checkpoints export --newest > last-checkpoint',
  ],
  define: (line, run) =>
    line
      .option('--newest', 'the newest one alone, as it was signed')
      .action(({ newest }: { newest?: true }) =>
        exportCheckpoints(run, run.settings(), newest ?? false),
      ),
}

async function exportCheckpoints(run: Run, config: Config, isNewest: boolean): Promise<void> {
  const { database, close } = await openStored(config)
  await (isNewest ? writeNewest(run, database) : writeAll(run, database))
  await close()
}

async function writeNewest(run: Run, { build, read }: Database): Promise<void> {
  const query = build.selectFrom('log_checkpoint').select('note').orderBy('size', 'desc').limit(1)
  const [row] = await read(query.compile())
  run.stdout.write(row?.note ?? '')
}

async function writeAll(run: Run, database: Database): Promise<void> {
  let part = await readCheckpoints(database, 0)
  for (; part.length > 0; part = await readCheckpoints(database, part.at(-1)?.size ?? 0)) {
    run.stdout.write(formatCheckpoints(part))
  }
}
