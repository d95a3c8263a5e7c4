#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fromVkey } from '#format/checkpoint.ts'
import { fromWitnessVkey } from '#format/cosignature.ts'
import { rememberLog } from '#verify/compare-with-log.ts'
import type { Site, WitnessPolicy } from '#verify/evidence.ts'
import { KnownKeys } from '#walk/known-keys.ts'
import { checkGrowth } from '#watch/check-growth.ts'
import { readState, type WatchState, writeState } from '#watch/watch-state.ts'
import { CannotLook, fetchServed, LogFault, WatchedSite } from '#watch/watched-site.ts'
import { AskedSite } from './asked-site.ts'
import { checkAll } from './check-all.ts'
import { inJson, inWords, printable, tell } from './tell.ts'

const help = `Checks the council's certificates without its website's pages.

  ledger check [options] -- FILE-OR-ID...

A FILE is a certificate's JSON, its PDF, its badge picture (PNG), or its
receipt (.tlog-proof) beside its JSON; "-" is a file on standard input.

  --site URL         the council's address; left out, it is that of --state or
                     --origin-key
  --origin-key VKEY  a key of the log that you know
  --state FILE       the log and its keys as they were seen, from one call to
                     the next; with it, there need be no FILE-OR-ID
  --witness VKEY     a witness who must have signed the log; may be repeated
  --witnesses-needed N  so many of them are enough; left out, all are needed
  --offline          nobody is asked; needs --state
  --json             one line of JSON for each

It ends with 0 if all are genuine, else with the first of these that fits one:
  1   withdrawn, not found, not verified; or the log contradicts what you know
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

/** `*.pdf` may hold a file that somebody named `--state=theirs.pdf`. */
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
  if (command !== 'check' || (words.length === 0 && values.state === undefined)) {
    throw new WrongUsage('Say "ledger check FILE…".')
  }
  return check(words, values)
}

async function check(words: readonly string[], given: Options): Promise<number> {
  const policies = await policiesOf(given)
  const { url, state, isOffline, isFirst } = await knownLog(given)
  const pinned = state && (await new KnownKeys(state.log.origin, state.log.keys).ranges())
  const asked = new AskedSite(url)
  let seen = state?.seen ?? null
  const site: Site = {
    url,
    pinned,
    fetch: isOffline ? () => Promise.reject(new TypeError('Nobody is asked.')) : asked.fetch,
    isOnline: () => !isOffline,
    readPolicies: async () => policies,
    readSeenLog: () => seen,
    keepSeenLog: (text) => void (seen = text),
  }
  if (state && pinned) rememberLog(state.log.note, { keys: pinned, now: new Date() }, site)
  const codes = new Set<number>()
  for await (const { given: word, outcome } of checkAll(words, site)) {
    const told = tell(word, outcome, policies.length > 0)
    codes.add(told.code)
    await write(`${given.json ? inJson(told) : inWords(told)}\n`)
  }
  if (asked.trouble !== undefined) process.stderr.write(`${printable(asked.trouble)}\n`)
  if (isFirst && !given.json) {
    process.stderr.write(
      'The keys were taken from the site itself. With --origin-key they are yours.\n',
    )
  }
  if (state && given.state !== undefined) writeState(given.state, { ...state, seen })
  return codesInOrder.find((code) => codes.has(code)) ?? 0
}

/** Waits for a reader who is slower, so that no results pile up. */
const write = (text: string) =>
  new Promise<void>((resolve) => {
    process.stdout.write(text, () => resolve())
  })

async function policiesOf(given: Options): Promise<WitnessPolicy[]> {
  const { witness: vkeys, 'witnesses-needed': typed } = given
  for (const vkey of vkeys) {
    if (!(await fromWitnessVkey(vkey))) throw new WrongUsage(`${vkey} is no key of a witness.`)
  }
  const needed = Number(typed ?? vkeys.length)
  if (typed !== undefined && !(Number.isInteger(needed) && needed >= 1 && needed <= vkeys.length)) {
    throw new WrongUsage('--witnesses-needed must be a number from 1 to that of the witnesses.')
  }
  return vkeys.length > 0 ? [{ vkeys, needed }] : []
}

/**
 * Looks at the log before anything is checked, and keeps what it saw.
 *
 * @returns no state if the site's word is to be taken; offline also where its log cannot be read.
 */
async function knownLog(given: Options) {
  const { state: file, offline, 'origin-key': vkey } = given
  if (vkey !== undefined && !(await fromVkey(vkey))) {
    throw new WrongUsage(`${vkey} is no key of a log.`)
  }
  const before = file === undefined ? undefined : readState(file)
  if (offline && !before) throw new WrongUsage('--offline needs --state, of a call before.')
  const url = siteOf(given, before)
  const isFirst = !before && vkey === undefined
  const unread = { url, state: before, isOffline: offline, isFirst }
  if (offline || (file === undefined && isFirst)) return unread
  try {
    const watched = new WatchedSite(url)
    const lookedAt = new Date().toISOString()
    const known = { seen: before?.log, originKey: vkey }
    const { log } = await checkGrowth(watched, await fetchServed(watched), known)
    const state: WatchState = { ...before, v: 1, url, lookedAt, log }
    if (file !== undefined) writeState(file, state)
    return { ...unread, state }
  } catch (error) {
    if (!before || !(error instanceof CannotLook)) throw error
    // Of a site that does not show its log, nobody knows what it hides.
    process.stderr.write(`${printable(error.message)}\n`)
    return { ...unread, isOffline: true }
  }
}

/**
 * Whose certificates they must be: who made a file does not choose whom it is checked with. Without TLS
 * anybody on the way is the site, and its keys are his: then some must be known.
 */
function siteOf({ site, 'origin-key': vkey }: Options, before: WatchState | undefined): string {
  const known = before?.url ?? (vkey && `https://${vkey.split(/[/+]/, 1)[0]}`)
  if (site === undefined && known !== undefined) return known
  const url = site !== undefined && URL.canParse(site) ? new URL(site) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== site?.replace(/\/$/, '')) {
    throw new WrongUsage('--site must be the address of the council, such as https://naic.example.')
  }
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (before && before.url !== url.origin) throw new WrongUsage(`--state is of ${before.url}.`)
  if (known !== undefined || isHere || url.protocol === 'https:') return url.origin
  throw new WrongUsage('--site without https: needs --origin-key.')
}

// A fault of this program is none of a certificate: by itself Node would end with the code of those.
process.on('uncaughtException', (error) => {
  const isUsage = error instanceof WrongUsage
  // The last is of the system, such as a folder that is not there.
  const isForeseen =
    isUsage || error instanceof CannotLook || error instanceof LogFault || 'syscall' in error
  const said = isForeseen ? printable(error.message) : error.stack
  process.stderr.write(isUsage ? `${said} "ledger --help" says more.\n` : `${said}\n`)
  process.exit(isUsage ? 64 : error instanceof LogFault ? 1 : 2)
})
// Whoever reads the results, such as `head`, may have enough of them.
process.stdout.on('error', () => process.exit(2))

process.exitCode = await run()
