#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fromVkey } from '#format/checkpoint.ts'
import { fromWitnessVkey } from '#format/cosignature.ts'
import type { WitnessPolicy } from '#verify/evidence.ts'
import { readWholeLog } from '#watch/check-growth.ts'
import { CannotLook, LogFault } from '#watch/watched-site.ts'
import { AskedSite } from './asked-site.ts'
import { checkAll } from './check-all.ts'
import { fetchKnownKeys, readKeysFile, withNewRevocations } from './pinned-keys.ts'
import { SeenLogs } from './seen-logs.ts'
import { inJson, inWords, printable, tell } from './tell.ts'

const help = `Checks the council's certificates without its website's pages.

  ledger check [options] -- FILE-OR-ID...
  ledger keys --site URL [--origin-key VKEY] > FILE

A FILE is a certificate's JSON, its PDF, its badge picture (PNG), or its
receipt (.tlog-proof) beside its JSON; "-" is a file on standard input.

  --site URL            the council's address; left out, it is that of --keys
                        or --origin-key
  --origin-key VKEY     a key of the log that you know
  --keys FILE           all keys, as "ledger keys" printed them; then the site's
                        word is not taken
  --witness VKEY        a witness who must have signed the log; may be repeated
  --witnesses-needed N  so many of them are enough; left out, all are needed
  --state FILE          what was seen of logs, from one call to the next
  --offline             nobody is asked; needs --keys
  --json                one line of JSON for each

It ends with 0 if all are genuine, else with the first of these that fits one:
  1   withdrawn, not found, not verified; or the log has no key that you know
  2   replaced by another, or could not be checked
  3   proven by the file itself, with the site out of reach: a later withdrawal
      would not be seen
  64  the words make no sense
`

/** Of several files the first of these that fits one of them is the exit code. */
const codesInOrder = [1, 2, 3, 0] as const

class WrongUsage extends Error {}

const options = {
  site: { type: 'string' },
  keys: { type: 'string' },
  'origin-key': { type: 'string' },
  witness: { type: 'string', multiple: true, default: [] as string[] },
  'witnesses-needed': { type: 'string' },
  state: { type: 'string' },
  offline: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false, short: 'h' },
} as const

type Options = ReturnType<typeof read>['values']

function read() {
  requireNoFileAmongOptions(process.argv.slice(2))
  try {
    const { tokens, ...typed } = parseArgs({ options, allowPositionals: true, tokens: true })
    const names = tokens.flatMap((token) => (token.kind === 'option' ? token.name : []))
    const twice = names.find((name, at) => name !== 'witness' && names.indexOf(name) < at)
    if (twice) throw new WrongUsage(`--${twice} is there twice.`)
    return typed
  } catch (error) {
    const [why = ''] = (error as Error).message.split('\n', 1)
    throw new WrongUsage(why)
  }
}

/** `*.pdf` may hold a file that somebody named `--keys=theirs.pdf`. */
function requireNoFileAmongOptions(words: readonly string[]): void {
  const end = words.indexOf('--')
  const before = end < 0 ? words : words.slice(0, end)
  const file = before.find((word) => /^-./.test(word) && existsSync(word))
  if (file === undefined) return
  throw new WrongUsage(
    `${file} is the name of a file here. Write ./${file}, or put -- before the files.`,
  )
}

async function run(): Promise<number> {
  const { values, positionals } = read()
  const [command, ...words] = positionals
  if (values.help) {
    await write(help)
    return 0
  }
  const vkey = values['origin-key']
  if (vkey !== undefined && !(await fromVkey(vkey))) {
    throw new WrongUsage(`${vkey} is no key of a log.`)
  }
  if (command === 'check' && words.length > 0) return check(words, values)
  if (command !== 'keys' || words.length > 0) {
    throw new WrongUsage('Say "ledger check FILE…" or "ledger keys".')
  }
  await write(`${JSON.stringify(await fetchKnownKeys(siteOf(values), vkey), null, 2)}\n`)
  if (vkey === undefined) process.stderr.write(sitesOwnKeys)
  return 0
}

const sitesOwnKeys =
  'The keys were taken from the site itself. With --origin-key or --keys they are yours.\n'

async function check(words: readonly string[], given: Options): Promise<number> {
  const policy = await policyOf(given)
  const { url, pinned, isOffline } = await pinnedKeys(given)
  const seen = new SeenLogs(given.state)
  const site = new AskedSite(url, { pinned: pinned?.keys, policy, isOffline, seen })
  const codes = new Set<number>()
  for await (const { given: word, outcome } of checkAll(words, site)) {
    const told = tell(word, outcome, policy !== undefined)
    codes.add(told.code)
    await write(`${given.json ? inJson(told) : inWords(told)}\n`)
  }
  if (site.trouble !== undefined) process.stderr.write(`${printable(site.trouble)}\n`)
  if (!pinned && !given.json) process.stderr.write(sitesOwnKeys)
  seen.requireKept()
  return codesInOrder.find((code) => codes.has(code)) ?? 0
}

/** Waits for a reader who is slower, so that no results pile up. */
const write = (text: string) =>
  new Promise<void>((resolve) => {
    process.stdout.write(text, () => resolve())
  })

async function policyOf({ witness, ...given }: Options): Promise<WitnessPolicy | undefined> {
  for (const vkey of witness) {
    if (!(await fromWitnessVkey(vkey))) throw new WrongUsage(`${vkey} is no key of a witness.`)
  }
  // Under two names the same key is still one witness.
  const keys = new Set(witness.map((vkey) => vkey.split('+').slice(2).join('+')))
  if (keys.size < witness.length) throw new WrongUsage('A witness is named twice.')
  const typed = given['witnesses-needed']
  if (witness.length === 0 && typed === undefined) return undefined
  const needed = Number(typed ?? witness.length)
  if (Number.isInteger(needed) && needed >= 1 && needed <= witness.length) {
    return { vkeys: witness, needed }
  }
  throw new WrongUsage('--witnesses-needed must be a number from 1 to that of the witnesses.')
}

/** @returns no keys if the site's word is to be taken; offline also where its log cannot be read. */
async function pinnedKeys(given: Options) {
  const { keys, offline, 'origin-key': vkey } = given
  if (keys === undefined) {
    if (offline) throw new WrongUsage('--offline needs --keys, as "ledger keys" prints them.')
    const url = siteOf(given)
    const pinned = vkey === undefined ? undefined : await fetchKnownKeys(url, vkey)
    return { url, pinned, isOffline: false }
  }
  if (vkey !== undefined) throw new WrongUsage('--keys has all keys: leave --origin-key out.')
  const pinned = readKeysFile(keys)
  const url = pinned.site
  if (given.site !== undefined && siteOf(given, true) !== url) {
    throw new WrongUsage(`${keys} has the keys of ${url}.`)
  }
  if (offline) return { url, pinned, isOffline: true }
  const log = await readWholeLog(url).catch((error: unknown) => {
    if (!(error instanceof CannotLook)) throw error
    process.stderr.write(`${printable(error.message)}\n`)
  })
  // Of a site that does not show its log, nobody knows what it hides.
  if (!log) return { url, pinned, isOffline: true }
  return { url, pinned: await withNewRevocations(pinned, log), isOffline: false }
}

/**
 * Whose certificates they must be: who made a file does not choose whom it is checked with. Without TLS
 * anybody on the way is the site, and its keys are his: then some must be known.
 */
function siteOf({ site, 'origin-key': vkey }: Options, isKnown = vkey !== undefined): string {
  if (site === undefined && vkey !== undefined) return `https://${vkey.split(/[/+]/, 1)[0]}`
  const url = site !== undefined && URL.canParse(site) ? new URL(site) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== site?.replace(/\/$/, '')) {
    throw new WrongUsage('--site must be the address of the council, such as https://naic.example.')
  }
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (isKnown || isHere || url.protocol === 'https:') return url.origin
  throw new WrongUsage('--site without https: needs --origin-key or --keys.')
}

// A fault of this program is none of a certificate: by itself Node would end with the code of those.
process.on('uncaughtException', (error) => {
  const isUsage = error instanceof WrongUsage
  const isForeseen = isUsage || error instanceof CannotLook || error instanceof LogFault
  const said = isForeseen ? printable(error.message) : error.stack
  process.stderr.write(isUsage ? `${said} "ledger --help" says more.\n` : `${said}\n`)
  process.exit(isUsage ? 64 : error instanceof LogFault ? 1 : 2)
})
// Whoever reads the results, such as `head`, may have enough of them.
process.stdout.on('error', () => process.exit(2))

process.exitCode = await run()
