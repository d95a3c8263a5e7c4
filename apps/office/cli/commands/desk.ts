import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import { serveDesk, startDesk } from '#desk/serve/start-desk.ts'
import type { AddCommands } from '../command-line.ts'
import type { Run } from '../command-run.ts'
import { givenNumber } from '../options.ts'

export const add: AddCommands = (program, run) => {
  const command = program
    .command('desk')
    .description('the desk in a browser on this machine, until Ctrl-C')
    .option('--port <number>', '0 takes any that is free', givenNumber(0, 65_535), 8800)
    .option('--serve', 'to the staff at DESK_URL, who sign in; for the service naic-desk')
    .option(
      '--host <address>',
      'with --serve: where a proxy on another machine finds it, in place of 127.0.0.1',
    )
    .addHelpText('after', `\nExample: council desk --port 8801\n\n${elsewhere}`)
    .action(({ port, serve, host }: { port: number; serve?: true; host?: string }) => {
      if (serve) return runService(run, port, host)
      if (host) {
        command.error('--host is for --serve alone: without it the desk asks nobody who they are')
      }
      return runDesk(run, port)
    })
}

const elsewhere = `Nobody else can open it: it listens on 127.0.0.1 alone, and its address opens it once. From your
own computer, come by the tunnel that it prints; never open a port that your own desk did not get.
With --serve it is for all of the staff, each with a passkey (docs/office.md).`

async function runDesk(run: Run, port: number): Promise<void> {
  const desk = await startDesk(run.settings(), port)
  run.print(`The desk is open at\n\n  ${desk.newAddress()}\n`)
  const { port: taken } = desk
  run.say(`From another computer, there first:\n\n  ssh -L ${taken}:127.0.0.1:${taken} SERVER\n`)
  run.say(
    run.stdin.isTTY
      ? 'It opens once. Enter: a new address. Ctrl-C: ends the desk.'
      : 'It opens once. SIGINT or SIGTERM ends the desk.',
  )
  const lines = run.stdin.isTTY ? createInterface({ input: run.stdin }) : undefined
  lines?.on('line', () => run.print(`  ${desk.newAddress()}\n`))
  await askedToEnd(lines)
  lines?.close()
  await desk.close()
}

async function runService(run: Run, port: number, host = '127.0.0.1'): Promise<void> {
  const desk = await serveDesk(run.settings(), port, host)
  run.print(`The desk is served at ${desk.url} to a proxy that asks ${host}:${desk.port}.`)
  if (desk.metricsUrl) run.print(`Metrics at ${desk.metricsUrl}`)
  await askedToEnd()
  await desk.close()
}

async function askedToEnd(lines?: Interface): Promise<void> {
  const ended = new AbortController()
  const { signal } = ended
  await Promise.race([
    once(process, 'SIGINT', { signal }),
    once(process, 'SIGTERM', { signal }),
    ...(lines ? [once(lines, 'SIGINT', { signal })] : []),
  ])
  ended.abort()
}
