import type { Config } from '#server/config.ts'
import {
  revocationReasons,
  revokeCertificate,
} from '#server/registry/issuing/revoke-certificate.ts'
import { enterDeed } from '#server/journal/journal.ts'
import { openCertificates } from '#server/open-certificates.ts'
import { type Command, givenId } from '../command.ts'
import { printable } from '#server/sheets/printable-text.ts'

const reasons = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  revocationReasons.map((reason) => `"${reason}"`),
)

export const command: Command = {
  summary: 'takes a certificate back for good; the reason stays with the council',
  examples: [`certificates revoke NAIC25A7K2M "${revocationReasons[0]}"`],
  define: (line, settings) =>
    line
      .argument('<id>', 'its ID, as people write it', givenId)
      .argument('[reason...]', `one of ${reasons}`)
      .action((id: string, words: string[]) => revoke(settings(), id, words.join(' '))),
}

async function revoke(config: Config, id: string, text: string): Promise<void> {
  const reason = revocationReasons.find((one) => one === text)
  if (!reason) {
    console.error(`The reason must be ${reasons}, not "${printable(text)}".`)
    process.exitCode = 2
    return
  }
  const { registry, close } = await openCertificates(config)
  try {
    const deed = { did: 'certificates revoke', subject: id, detail: reason }
    const entry = enterDeed(registry.database, config.account, deed, new Date())
    const result = await revokeCertificate(registry, id, reason, [entry])
    if (result.state === 'revoked') console.log(`${id} is revoked.`)
    else if (result.state === 'already') {
      console.log(printable(`${id} was revoked at ${result.at} already: ${result.reason}.`))
    } else {
      console.error(`There is no certificate ${id}.`)
      process.exitCode = 1
    }
  } finally {
    await close()
  }
}
