import { once } from 'node:events'
import { startDesk } from '#desk/serve/start-desk.ts'
import type { AddCommands, Run } from '../command-run.ts'
import { givenNumber } from '../options.ts'

export const add: AddCommands = (program, run) => {
  program
    .command('desk')
    .description('serves the desk to the staff at DESK_URL, until Ctrl-C')
    .option('--port <number>', '0 takes any that is free', givenNumber(0, 65_535), 8800)
    .option('--host <address>', 'where a proxy on another machine finds it', '127.0.0.1')
    .addHelpText('after', `\nExample: council desk --port 8900\n\n${elsewhere}`)
    .action(({ port, host }: { port: number; host: string }) => runDesk(run, port, host))
}

const elsewhere = `Everybody comes in by a passkey. While nobody may invite colleagues it prints an address, good once within a day,
at which the first one makes theirs. Without DESK_URL it is for this machine, at http://desk.localhost:8800; from
your own computer, come by "ssh -L 8800:127.0.0.1:8800 SERVER". docs/office.md says what has to stand before it.`

async function runDesk(run: Run, port: number, host: string): Promise<void> {
  const desk = await startDesk(run.settings(), port, host)
  if (desk.invitation) {
    run.print(
      `Nobody may invite colleagues yet. Open this yourself, once within a day, to be the first:\n\n  ${desk.invitation}\n`,
    )
  }
  run.print(`The desk is served at ${desk.url}, and asked at ${host}:${desk.port}.`)
  if (desk.metricsUrl) run.print(`Metrics at ${desk.metricsUrl}`)
  const ended = new AbortController()
  const { signal } = ended
  await Promise.race(['SIGINT', 'SIGTERM'].map((name) => once(process, name, { signal })))
  ended.abort()
  await desk.close()
}
