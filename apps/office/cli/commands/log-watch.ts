import { type Command, InvalidArgumentError } from 'commander'
import { fromVkey } from '@naic/ledger/format/checkpoint.ts'
import { type Look, watchLog } from '@naic/ledger/watch/watch-log.ts'
import { makeWitnessKey } from '@naic/ledger/watch/witness-key.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import type { Run } from '../command-run.ts'

/** What a partner does elsewhere, without any of our settings: watches the log, and witnesses it. */
export function addWatching(program: Command, log: Command, run: Run): void {
  log
    .command('watch')
    .description("watches any site's log from elsewhere: that it only grows (docs/watching.md)")
    .argument('<site>', 'address of the site, such as https://naic.example', givenSite)
    .requiredOption('--state <file>', 'what was seen, between two looks')
    .option('--origin-key <vkey>', 'a key of the log that you know already')
    .option('--all', 'reads all entries again, and not only the new ones')
    .option('--key <file>', 'of "witness make": signs what was seen, and hands it in')
    .addHelpText('after', '\nExample: council log watch https://naic.example --state naic.json')
    .action((site: string, options: Options) => watch(run, site, options))

  program
    .command('witness')
    .description('of a partner who signs what the log was seen to be')
    .command('make')
    .description('a key that signs what "log watch" has seen; prints its public half')
    .argument('<name>', 'of the witness, such as college.example/witness', givenName)
    .requiredOption('--key <file>', 'where the private key goes')
    .addHelpText(
      'after',
      '\nExample: council witness make college.example/witness --key witness.pem',
    )
    .action((name: string, { key }: { key: string }) => makeWitness(run, name, key))
}

function givenSite(text: string): string {
  const url = URL.parse(text)
  const isSite = url && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '')
  if (!isSite) throw new InvalidArgumentError('It must be an address such as https://naic.example.')
  return url.origin
}

function givenName(name: string): string {
  // No blanks, no plus, nothing that cannot be seen.
  if (/^[\w.:/-]{3,100}$/.test(name)) return name
  throw new InvalidArgumentError('It must be letters, digits, dots, slashes and hyphens.')
}

type Options = { state: string; originKey?: string; all?: true; key?: string }

/** The exit code for a log at fault. It is 1 if nothing could be seen. */
const faultCode = 3

async function watch(run: Run, url: string, options: Options): Promise<void> {
  const { state, originKey } = options
  if (originKey && !(await fromVkey(originKey))) {
    return run.fail('--origin-key must be a vkey of a log, as its /log/keys has it.', 2)
  }
  const look = await watchLog({
    url,
    stateFile: state,
    originKey,
    isWhole: options.all ?? false,
    keyFile: options.key,
  })
  if (look.state === 'whole') {
    run.print(printable(whatWasSeen(look, originKey !== undefined).trimEnd()))
  } else if (look.state === 'fault') {
    const where = look.isKept
      ? `What was seen is in ${state}.evidence.`
      : `${state}.evidence has what was found earlier, and was left as it is.`
    const alarm = `ALARM: the log of ${url} is at fault. ${look.sentence} ${where} Keep it, and see docs/watching.md.`
    run.fail(printable(alarm), faultCode)
  } else {
    const since = look.lastLook ? ` The last look that went well was at ${look.lastLook}.` : ''
    run.fail(printable(`Nothing could be seen. ${look.sentence}${since}`))
  }
}

function whatWasSeen(look: Extract<Look, { state: 'whole' }>, isKeyKnown: boolean): string {
  const { log, before, handedIn } = look
  const size = `${log.origin}: ${log.size} entries`
  if (!before) {
    const trust = isKeyKnown
      ? 'The key that you know is one of its keys.'
      : 'This was the first look: it trusts what it saw, and later ones are held against it.'
    return `${size}, whole in themselves. ${trust} ${handedIn}`
  }
  const [restart] = look.restarts
  if (!restart) {
    return `${size}, ${log.size - before.size} more than at ${before.lookedAt}. It only grew. ${handedIn}`
  }
  const lost = Math.max(before.size - restart.new.size, 0)
  return `RESTARTED: the council restarted its log as ${restart.new.origin} at ${restart.at}, signed with its keys: "${restart.reason}" Of the ${before.size} entries that you saw ${lost} are lost. Ask the council if that is so; it is watched under its new name from now on. ${handedIn}`
}

async function makeWitness(run: Run, name: string, file: string): Promise<void> {
  try {
    const vkey = await makeWitnessKey(name, file)
    if (vkey) return run.print(vkey)
    run.fail(printable(`${file} is there already, and was left as it is.`))
  } catch (error) {
    run.fail(printable(`${file} could not be written (${(error as Error).message}).`))
  }
}
