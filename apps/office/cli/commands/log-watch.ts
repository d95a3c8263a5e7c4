import { InvalidArgumentError } from 'commander'
import { fromVkey } from '@naic/ledger/format/checkpoint.ts'
import { type Look, watchLog } from '@naic/ledger/watch/watch-log.ts'
import { CannotLook } from '@naic/ledger/watch/watched-site.ts'
import { readWitnessKey } from '@naic/ledger/watch/witness-key.ts'
import { type Command, givenText } from '../command.ts'
import type { Run } from '../command-run.ts'
import { printable } from '@naic/platform/sheets/printable-text.ts'

type Options = {
  state: string
  evidence?: string
  originKey?: string
  all?: true
  key?: string
  out?: string
  handIn: boolean
}

/** Ends with 1 where nothing could be seen, and with this where the log is at fault. */
const faultCode = 3

export const command: Command = {
  summary: "watches any site's log from elsewhere: that it only grows; needs no settings",
  examples: [
    'log watch https://naic.example --state naic.json',
    'log watch https://naic.example --state naic.json --key witness.pem',
  ],
  define: (line, run) =>
    line
      .argument('<site>', 'address of the site, such as https://naic.example', givenSite)
      .requiredOption('--state <file>', 'what was seen, between two looks', givenText)
      .option('--evidence <file>', 'what was found, if it is a fault', givenText)
      .option('--origin-key <vkey>', 'a key of the log that you know already', givenText)
      .option('--all', 'reads all entries again, and not only the new ones')
      .option('--key <file>', 'signs what was seen, as "witness make" made it', givenText)
      .option('--out <file>', 'where the signed checkpoint goes, for all to read', givenText)
      .option('--no-hand-in', 'does not hand the signed checkpoint in at the site')
      .action((site: string, options: Options) => watch(run, site, options)),
}

function givenSite(text: string): string {
  const url = URL.parse(text)
  const isSite = url && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '')
  if (!isSite) throw new InvalidArgumentError('It must be an address such as https://naic.example.')
  return url.origin
}

async function watch(run: Run, url: string, options: Options): Promise<void> {
  const { state, key, out, originKey, evidence = `${state}.evidence` } = options
  if (originKey && !(await fromVkey(originKey))) {
    run.say('--origin-key must be a vkey of a log, as its /log/keys has it.')
    run.exitCode = 2
    return
  }
  const given = await readKey(key)
  if (typeof given === 'string') return report(run, url, unseen(given), evidence)
  const look = await watchLog({
    url,
    stateFile: state,
    evidenceFile: evidence,
    originKey,
    isWhole: options.all ?? false,
    witness: given && { key: given, file: out ?? `${state}.cosigned`, isHandedIn: options.handIn },
  })
  report(run, url, look, evidence, originKey !== undefined)
}

/** @returns the key, undefined where none was asked for, or what is wrong with it. */
async function readKey(file: string | undefined) {
  try {
    return file === undefined ? undefined : await readWitnessKey(file)
  } catch (error) {
    if (error instanceof CannotLook) return error.message
    throw error
  }
}

const unseen = (sentence: string): Look => ({ state: 'unseen', sentence, lastLook: undefined })

function report(run: Run, url: string, look: Look, evidence: string, isKeyKnown = false): void {
  if (look.state === 'whole') {
    run.print(printable(whatWasSeen(look, isKeyKnown)))
    return
  }
  if (look.state === 'fault') {
    const where = look.isKept
      ? `What was seen is in ${evidence}.`
      : `${evidence} has what was found earlier, and was left as it is.`
    run.say(
      printable(
        `ALARM: the log of ${url} is at fault. ${look.sentence} ${where} Keep it, and see docs/watching.md.`,
      ),
    )
    run.exitCode = faultCode
    return
  }
  const since = look.lastLook ? ` The last look that went well was at ${look.lastLook}.` : ''
  run.say(printable(`Nothing could be seen. ${look.sentence}${since}`))
  run.exitCode = 1
}

function whatWasSeen(look: Extract<Look, { state: 'whole' }>, isKeyKnown: boolean): string {
  const { log, before, handedIn } = look
  const seen = before
    ? `${log.origin}: ${log.size} entries, ${log.size - before.size} more than at ${before.lookedAt}. It only grew.`
    : `${log.origin}: ${log.size} entries, whole in themselves. ${isKeyKnown ? 'The key that you know is one of its keys.' : 'This was the first look: it trusts what it saw, and later ones are held against it.'}`
  return handedIn ? `${seen} ${handedIn}` : seen
}
