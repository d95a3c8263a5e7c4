#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { utf8 } from '#format/bytes.ts'
import { fromVkey } from '#format/checkpoint.ts'
import { fromWitnessVkey } from '#format/cosignature.ts'
import type { WitnessPolicy } from '#verify/witness-policy.ts'
import { CannotLook, LogFault } from '#watch/watched-site.ts'
import { writeDurably } from '#watch/watch-state.ts'
import { AskedSite } from './asked-site.ts'
import { checkAll } from './check-all.ts'
import { help } from './help.ts'
import { fetchKnownKeys, keepLogKeys, type PinnedKeys, readKeysFile } from './pinned-keys.ts'
import { SeenLogs } from './seen-logs.ts'
import { inJson, inWords, type Told, tell } from './tell.ts'

/** How the program ends. Of several files the first of these that fits one of them. */
const codes = { wrong: 1, open: 2, alone: 3, right: 0 } satisfies Record<Told['weight'], number>
const wrongUsage = 64

/** The words that were typed make no sense. */
class WrongUsage extends Error {}

const options = {
  site: { type: 'string' },
  keys: { type: 'string' },
  'origin-key': { type: 'string', multiple: true, default: [] as string[] },
  witness: { type: 'string', multiple: true, default: [] as string[] },
  'witnesses-needed': { type: 'string' },
  state: { type: 'string' },
  out: { type: 'string' },
  offline: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false, short: 'h' },
} as const

type Options = ReturnType<typeof read>['values']

function read() {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new WrongUsage((error as Error).message)
  }
}

async function run(): Promise<number> {
  const { values, positionals } = read()
  const [command, ...words] = positionals
  if (values.help) {
    process.stdout.write(help)
    return 0
  }
  await requireKeys(values)
  if (command === 'check' && words.length > 0) return check(words, values)
  if (command === 'keys' && words.length === 0) return writeKeys(values)
  throw new WrongUsage('Say "ledger check FILE…" or "ledger keys".')
}

async function requireKeys(given: Options): Promise<void> {
  for (const vkey of given['origin-key']) {
    if (!(await fromVkey(vkey))) throw new WrongUsage(`${vkey} is no key of a log.`)
  }
  for (const vkey of given.witness) {
    if (!(await fromWitnessVkey(vkey))) throw new WrongUsage(`${vkey} is no key of a witness.`)
  }
  // Under two names the same key is still one witness.
  const keys = new Set(given.witness.map((vkey) => vkey.split('+').slice(2).join('+')))
  if (keys.size < given.witness.length) throw new WrongUsage('A witness is named twice.')
}

async function check(words: readonly string[], given: Options): Promise<number> {
  const policy = policyOf(given)
  const pinned = await pinnedKeys(given)
  const seen = await SeenLogs.open(given.state)
  const site = new AskedSite(pinned?.site ?? siteOf(given), {
    pinned,
    policy,
    isOffline: given.offline,
    seen,
  })
  const found = new Set<Told['weight']>()
  for await (const { given: word, outcome } of checkAll(words, site)) {
    const told = tell(word, outcome, policy)
    found.add(told.weight)
    await write(`${given.json ? inJson(told) : inWords(told)}\n`)
  }
  await seen.save()
  if (!pinned && !given.json) {
    process.stderr.write(
      'The keys were taken from the site itself. With --origin-key or --keys they are yours.\n',
    )
  }
  const [worst] =
    Object.entries(codes).find(([weight]) => found.has(weight as Told['weight'])) ?? []
  return codes[(worst ?? 'right') as Told['weight']]
}

/** Waits for a reader who is slower, so that no results pile up. */
const write = (text: string) =>
  new Promise<void>((resolve) => {
    process.stdout.write(text, () => resolve())
  })

function policyOf({ witness, 'witnesses-needed': typed }: Options): WitnessPolicy | undefined {
  if (witness.length === 0 && typed === undefined) return undefined
  const needed = typed === undefined ? witness.length : Number(typed)
  if (Number.isInteger(needed) && needed >= 1 && needed <= witness.length) {
    return { vkeys: witness, needed }
  }
  throw new WrongUsage('--witnesses-needed must be a number from 1 to that of the witnesses.')
}

/** @returns undefined if the site's word is to be taken. */
async function pinnedKeys(given: Options): Promise<PinnedKeys | undefined> {
  const vkeys = given['origin-key']
  if (given.keys !== undefined) {
    const kept = await readKeysFile(given.keys)
    if (given.site !== undefined && siteOf(given) !== kept.site) {
      throw new WrongUsage(`${given.keys} has the keys of ${kept.site}.`)
    }
    return { ...kept, keys: await keepLogKeys(kept.keys, vkeys) }
  }
  if (given.offline) {
    throw new WrongUsage('--offline needs --keys, as "ledger keys" writes them.')
  }
  return vkeys.length > 0 ? fetchKnownKeys(siteOf(given), vkeys) : undefined
}

/** Whose certificates they must be: who made a file does not choose whom it is checked with. */
function siteOf({ site, 'origin-key': [vkey] }: Options): string {
  if (site === undefined && vkey !== undefined) return `https://${vkey.split(/[/+]/, 1)[0]}`
  const url = URL.parse(site ?? '')
  const isSite = url && /^https?:$/.test(url.protocol) && url.origin === site?.replace(/\/$/, '')
  if (isSite) return url.origin
  throw new WrongUsage('--site must be the address of the council, such as https://naic.example.')
}

async function writeKeys(given: Options): Promise<number> {
  const keys = await fetchKnownKeys(siteOf(given), given['origin-key'])
  const text = `${JSON.stringify(keys, null, 2)}\n`
  if (given.out === undefined) await write(text)
  else await writeDurably(given.out, utf8(text), 0o644)
  return 0
}

// Whoever reads the results, such as `head`, may have enough of them.
process.stdout.on('error', () => process.exit(codes.open))

try {
  process.exitCode = await run()
} catch (error) {
  const { message } = error as Error
  const isUsage = error instanceof WrongUsage
  if (!isUsage && !(error instanceof CannotLook) && !(error instanceof LogFault)) throw error
  process.stderr.write(isUsage ? `${message} "ledger --help" says more.\n` : `${message}\n`)
  process.exitCode = isUsage ? wrongUsage : error instanceof LogFault ? codes.wrong : codes.open
}
