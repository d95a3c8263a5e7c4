import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '@naic/installation/config.ts'
import { eraseCertificate, lettersOf } from '@naic/registry/issuing/erase-certificate.ts'
import { findCertificate } from '@naic/registry/issuing/find-certificate.ts'
import { openStoredRegistry } from '@naic/installation/open-certificates.ts'
import type { Registry } from '@naic/registry/registry.ts'
import { RegistryRefused } from '@naic/registry/registry-refused.ts'
import { forgetInFiles } from '../erasure-words.ts'
import { agrees, canAsk } from '../ask.ts'
import { type Command, givenId } from '../command.ts'
import type { Run } from '../command-run.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'

export const command: Command = {
  summary: "destroys what a certificate says, at its holder's request; nothing brings it back",
  examples: ['certificates erase NAIC25A7K2M', 'certificates erase NAIC25A7K2M --yes'],
  define: (line, run) =>
    line
      .argument('<id>', 'its ID, as people write it', givenId)
      .option('--yes', 'asks nothing')
      .action((id: string, { yes }: { yes?: true }) =>
        erase(run, run.settings(), id, yes ?? false),
      ),
}

const removed = `Removed: the key that opens the certificate (with it the holder's name, programme, duration and
date), and the letter that told of it.`
const kept = `Kept: its ID, its hash and its entry in the log, since the log can only grow and every other
certificate is proven by it; its place in the status list; its reference, which stays used.`

async function erase(run: Run, config: Config, id: string, isSure: boolean): Promise<void> {
  const { registry, close } = await openStoredRegistry(config)
  try {
    if (!isSure && !(await isConfirmed(run, registry, id))) {
      run.exitCode = 1
      return
    }
    const result = await eraseCertificate(registry.database, id, config.account)
    if (result.state === 'unknown') {
      run.say(`There is no certificate ${id}.`)
      run.exitCode = 1
      return
    }
    if (result.state === 'already') run.print(`${id} was erased at ${result.at} already.`)
    else run.print(`${id} is erased.\n${removed}\n${kept}`)
  } finally {
    await close()
  }
  for (const letter of lettersOf(id)) {
    await rm(path.join(config.dataDir, 'mail', `${letter}.eml`), { force: true })
  }
  tellOfCopies(run, config)
}

/** @returns false where nothing is to be done; why was said. */
async function isConfirmed(run: Run, registry: Registry, id: string): Promise<boolean> {
  if (!canAsk(run)) {
    run.say('Nothing was erased: nobody can be asked here. Add --yes.')
    return false
  }
  run.say(`${id}${await whose(registry, id)}\n${removed}\n${kept}`)
  const isAgreed = await agrees(run, 'Nothing brings it back. Erase it?')
  if (!isAgreed) run.say('Nothing was erased.')
  return isAgreed
}

async function whose(registry: Registry, id: string): Promise<string> {
  try {
    const found = await findCertificate(registry, id)
    if (!found || 'erasedAt' in found) return ''
    return printable(`: ${found.facts.holder}, ${found.facts.domain}`)
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    return ', which is not as it was signed'
  }
}

function tellOfCopies(run: Run, config: Config): void {
  if (!forgetInFiles(run, config)) return
  const ofPostgres =
    'PostgreSQL keeps what was deleted until it vacuums certificate_key, and in its own logs (docs/operating.md). '
  run.print(
    `${config.database ? ofPostgres : ''}Backups that were made before still have it, until the last of them is deleted.`,
  )
}
