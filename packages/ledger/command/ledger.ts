#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { utf8 } from '#format/bytes.ts'
import { fromVkey } from '#format/checkpoint.ts'
import { fromWitnessVkey } from '#format/cosignature.ts'
import type { WitnessPolicy } from '#verify/evidence.ts'
import { CannotLook, LogFault } from '#watch/watched-site.ts'
import { writeDurably } from '#watch/watch-state.ts'
import { AskedSite } from './asked-site.ts'
import { checkAll } from './check-all.ts'
import { help } from './help.ts'
import {
  fetchKnownKeys,
  keepLogKeys,
  type PinnedKeys,
  readKeysFile,
  withNewRevocations,
} from './pinned-keys.ts'
import { SeenLogs } from './seen-logs.ts'
import { inJson, inWords, printable, type Told, tell } from './tell.ts'

/** How the program ends. Of several files the first of these that fits one of them. */
const codes = { wrong: 1, open: 2, alone: 3, right: 0 } satisfies Record<Told['weight'], number>
const inOrder: number[] = Object.values(codes)
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
  requireNoFileAmongOptions(process.argv.slice(2))
  try {
    const { tokens, ...typed } = parseArgs({ options, allowPositionals: true, tokens: true })
    const names = tokens.flatMap((token) => (token.kind === 'option' ? token.name : []))
    const twice = names.find((name, at) => !isRepeatable(name) && names.indexOf(name) < at)
    if (twice) throw new WrongUsage(`--${twice} is there twice.`)
    return typed
  } catch (error) {
    const [why = ''] = (error as Error).message.split('\n', 1)
    throw new WrongUsage(why)
  }
}

const isRepeatable = (name: string) => 'multiple' in options[name as keyof typeof options]

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
  const { pinned, isOffline } = await pinnedKeys(given)
  const seen = new SeenLogs(given.state)
  const site = new AskedSite(pinned?.site ?? siteOf(given), {
    pinned,
    policy,
    isOffline,
    seen,
    say: (sentence) => process.stderr.write(`${sentence}\n`),
  })
  let code: number = codes.right
  for await (const { given: word, outcome } of checkAll(words, site)) {
    const told = tell(word, outcome, policy !== undefined)
    code = inOrder.find((one) => one === code || one === codes[told.weight]) ?? code
    await write(`${given.json ? inJson(told) : inWords(told)}\n`)
  }
  if (site.trouble !== undefined) process.stderr.write(`${printable(site.trouble)}\n`)
  if (!pinned && !given.json) sayWhoseKeys('With --origin-key or --keys they are yours.')
  seen.requireKept()
  return code
}

const sayWhoseKeys = (advice: string) =>
  process.stderr.write(`The keys were taken from the site itself. ${advice}\n`)

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

type Known = { pinned: PinnedKeys | undefined; isOffline: boolean }

/** @returns no keys if the site's word is to be taken; offline also where its log cannot be read. */
async function pinnedKeys(given: Options): Promise<Known> {
  const vkeys = given['origin-key']
  if (given.keys !== undefined) {
    const kept = await readKeysFile(given.keys)
    if (given.site !== undefined && siteOf(given) !== kept.site) {
      throw new WrongUsage(`${given.keys} has the keys of ${kept.site}.`)
    }
    const keys = await keepLogKeys(kept.keys, vkeys)
    if (!keys.some(({ use }) => use === 'log')) {
      throw new CannotLook(`${given.keys} does not have the key that --origin-key names.`)
    }
    const pinned = { ...kept, keys }
    const newer = given.offline ? pinned : await withNewRevocations(pinned)
    if (typeof newer !== 'string') return { pinned: newer, isOffline: given.offline }
    // Of a site that does not show its log, nobody knows what it hides.
    process.stderr.write(`${printable(newer)}\n`)
    return { pinned, isOffline: true }
  }
  if (given.offline) {
    throw new WrongUsage('--offline needs --keys, as "ledger keys" writes them.')
  }
  const site = siteOf(given)
  if (vkeys.length > 0) return { pinned: await fetchKnownKeys(site, vkeys[0]), isOffline: false }
  requireTls(site)
  return { pinned: undefined, isOffline: false }
}

/** Whose certificates they must be: who made a file does not choose whom it is checked with. */
function siteOf({ site, 'origin-key': [vkey] }: Options): string {
  if (site === undefined && vkey !== undefined) return `https://${vkey.split(/[/+]/, 1)[0]}`
  const url = site !== undefined && URL.canParse(site) ? new URL(site) : undefined
  const isSite = url && /^https?:$/.test(url.protocol) && url.origin === site?.replace(/\/$/, '')
  if (!isSite) {
    throw new WrongUsage('--site must be the address of the council, such as https://naic.example.')
  }
  return url.origin
}

/** Without TLS anybody on the way is the site, and its keys are his: then some must be known. */
function requireTls(site: string): void {
  const { protocol, hostname } = new URL(site)
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !isHere) {
    throw new WrongUsage('--site without https: needs --origin-key or --keys.')
  }
}

async function writeKeys(given: Options): Promise<number> {
  const vkeys = given['origin-key']
  if (vkeys.length === 0) requireTls(siteOf(given))
  const keys = await fetchKnownKeys(siteOf(given), vkeys[0])
  const text = `${JSON.stringify(keys, null, 2)}\n`
  if (vkeys.length === 0) sayWhoseKeys('With --origin-key a key that you know vouches for them.')
  if (given.out === undefined) await write(text)
  else await writeDurably(given.out, utf8(text), 0o644)
  return 0
}

process.on('uncaughtException', ({ stack }) => {
  process.stderr.write(`${stack}\n`)
  process.exit(codes.open)
})
// Whoever reads the results, such as `head`, may have enough of them.
process.stdout.on('error', () => process.exit(codes.open))

try {
  process.exitCode = await run()
} catch (error) {
  const { message, stack } = error as Error
  const isUsage = error instanceof WrongUsage
  const isForeseen = isUsage || error instanceof CannotLook || error instanceof LogFault
  // A fault of this program is none of a certificate: by itself Node would end with the code of those.
  const said = isForeseen ? printable(message) : stack
  process.stderr.write(isUsage ? `${said} "ledger --help" says more.\n` : `${said}\n`)
  process.exitCode = isUsage ? wrongUsage : error instanceof LogFault ? codes.wrong : codes.open
}
