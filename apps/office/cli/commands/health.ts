import path from 'node:path'
import { checkStored, type Fault } from '#health/check-stored.ts'
import { examine, type Finding } from '#health/examine.ts'
import { openRegistryIn } from '@naic/house/open-certificates.ts'
import { openStored } from '@naic/house/storage.ts'
import { counted, printable, printableJson } from '@naic/store/sheets/printable-text.ts'
import type { AddCommands, Run } from '../command-run.ts'

/** Whether all is well: what the site needs, and what it has stored. */
export const add: AddCommands = (program, run) => {
  program
    .command('doctor')
    .description('looks at all that the site needs: settings, disk, database, mail, keys')
    .option('--strict', 'ends with 1 for warnings as well')
    .option('--json', 'for programs: a list of objects')
    .addHelpText('after', `\nExample: council doctor --strict --json\n\n${ofDoctor}`)
    .action((options: DoctorOptions) => doctor(run, options))

  program
    .command('check')
    .description('holds what is stored against itself: applications, resumes, the log')
    .option('--json', 'for programs: an object with all faults')
    .addHelpText('after', `\nExample: council check\n\n${ofCheck}`)
    .action((options: { json?: true }) => check(run, options))
}

const ofDoctor = `Nothing is changed, and each look takes 15 seconds at most. Run it as the server's user, with its
settings, beside the running server or without one. Ends with 1 when something is wrong.`

const ofCheck = `It reads every resume, which takes as long as the disk does; the server may run meanwhile.
Nothing is changed. Ends with 1 when something is not as it was stored.`

type DoctorOptions = { strict?: true; json?: true }

async function doctor(run: Run, { strict, json }: DoctorOptions): Promise<void> {
  const findings: Finding[] = []
  for await (const finding of examine(run.settings)) {
    findings.push(finding)
    if (!json) print(run, finding)
  }
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length
  if (json) run.print(printableJson(findings))
  else run.say(`${count('right')} right, ${count('warning')} to look at, ${count('wrong')} wrong.`)
  if (count('wrong') > 0 || (strict && count('warning') > 0)) run.exitCode = 1
}

const marks = { right: 'right', warning: 'WARNING', wrong: 'WRONG' }

function print(run: Run, { of, state, says, advice }: Finding): void {
  run.print(`${marks[state].padEnd(8)} ${`${of}:`.padEnd(14)} ${printable(says)}`)
  if (advice !== undefined) run.print(`${' '.repeat(24)}${printable(advice)}`)
}

async function check(run: Run, { json }: { json?: true }): Promise<void> {
  const config = run.settings()
  await using stored = await openStored(config)
  const { database, files } = stored
  const faults: Fault[] = []
  const places = {
    files,
    resumesFolder: config.bucket ? undefined : path.join(config.dataDir, 'resumes'),
    registry: await openRegistryIn(database, config),
  }
  const counts = await checkStored(places, new Date(), (fault) => {
    faults.push(fault)
    if (!json) run.print(printable(`${fault.says} ${fault.advice}`))
  })
  if (json) run.print(printableJson({ ...counts, faults }))
  else {
    run.say(`${counted(counts.resumes, 'resume')}, ${counts.entries} entries of the log.`)
    run.say(faults.length === 0 ? 'All is as it was stored.' : `${faults.length} found wrong.`)
  }
  if (faults.length > 0) run.exitCode = 1
}
