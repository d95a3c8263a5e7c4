import { brotliCompressSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import samples from '@naic/content/sample-certificates.json' with { type: 'json' }
import { verifierFile } from '@naic/site/tools/one-file.ts'
import { findChromium } from '@naic/test/support/find-chromium.ts'
import { RunningSite } from '@naic/test/support/start-site.ts'

/**
 * What it costs a visitor that the browser checks a certificate by itself: the bytes of the
 * verifier with its comparison with the live log, and the time of one whole verification in
 * Chromium, of a sample from a running site.
 * With the browser's own Ed25519 and with the library that stands in for it; as fast as this
 * machine is, and slowed six times as a cheap phone is. The slowing holds for the page's own
 * thread, and the browser's cryptography runs beside it.
 *
 * Needs a build.
 */
const pages = 5
const runsOfPage = 10

const scripts = await bundle()
console.log('script\tbytes\tbytes, brotli')
for (const [name, code] of scripts) {
  console.log([name, Buffer.byteLength(code), brotliCompressSync(code).length].join('\t'))
}

const site = await RunningSite.start()
const { executablePath, env } = await findChromium()
const browser = await chromium.launch({
  executablePath,
  env: { ...(process.env as Record<string, string>), ...env },
  args: ['--no-sandbox'],
})
try {
  const answer = await fetch(`${site.url}/api/certificates/${samples[0]?.id}`)
  const evidence: unknown = await answer.json()
  console.log('Ed25519\tCPU\tfirst, ms\tmedian, ms')
  for (const ed25519 of ['browser', 'library'] as const) {
    for (const slower of [1, 6]) {
      const firsts: number[] = []
      const others: number[] = []
      for (let count = 0; count < pages; count += 1) {
        const [first = NaN, ...rest] = await timesInNewPage(evidence, ed25519, slower)
        firsts.push(first)
        others.push(...rest)
      }
      console.log([ed25519, `1/${slower}`, median(firsts), median(others)].join('\t'))
    }
  }
} finally {
  await browser.close()
  await site.stop()
}

/** @returns name and code of each script, compiled as the site's pages are. */
async function bundle(): Promise<Map<string, string>> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'packages/ledger/verify/examine-certificate.ts',
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          // What loads scripts when they are needed is in every page's file.
          codeSplitting: { groups: [{ name: 'site', test: /preload-helper/ }, verifierFile] },
        },
      },
    },
  })
  const output = 'output' in result ? result.output : []
  return new Map(
    output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])),
  )
}

/** @returns milliseconds of each verification. The first one loads the library, where it is needed. */
async function timesInNewPage(evidence: unknown, ed25519: 'browser' | 'library', slower: number) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await openEmptyPage(page)
    if (ed25519 === 'library') await page.evaluate(withoutEd25519)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    return await page.evaluate(verifyInPage, { evidence, runs: 1 + runsOfPage })
  } finally {
    await context.close()
  }
}

/** On the site's own origin, since only there the browser has its cryptography. */
async function openEmptyPage(page: Page) {
  await page.route('**/bench/*', (route) => {
    const code = scripts.get(route.request().url().split('/').at(-1) ?? '')
    return route.fulfill(
      code === undefined
        ? { contentType: 'text/html', body: '<!doctype html>' }
        : { contentType: 'text/javascript', body: code },
    )
  })
  await page.goto(`${site.url}/bench/page`)
}

/** As in a browser before Chrome 137, Firefox 129 or Safari 17. */
function withoutEd25519() {
  crypto.subtle.importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'))
}

async function verifyInPage({ evidence, runs }: { evidence: unknown; runs: number }) {
  const address = '/bench/examine-certificate.js'
  const { examineCertificate } = await import(address)
  const times: number[] = []
  const issuer = (evidence as { did: { id: string } }).did.id
  for (let run = 0; run < runs; run += 1) {
    const begun = performance.now()
    const { verdict } = await examineCertificate(
      { ...(evidence as object), issuer, now: new Date() },
      { asked: undefined, live: 'found', revocation: undefined, stamp: undefined, seen: null },
      { readSeenLog: () => null, keepSeenLog: () => undefined },
    )
    times.push(performance.now() - begun)
    if (verdict !== 'verified') throw new Error(verdict)
  }
  return times
}

function median(times: number[]) {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)]?.toFixed(1)
}
