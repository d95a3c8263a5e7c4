import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { RunningSite } from '@naic/test/support/start-site.ts'

/**
 * Applications a second, each with a resume of 200 KB, sixteen at once: our server and
 * `express-applications.ts`, which keeps the same promise and does less. Each is a process of its
 * own with its data on the same file system; they are measured in turns within one run, and the
 * ratio is what counts, since machines differ.
 *
 * Ours is counted twice: until the last answer, and until the last of the two letters that each
 * application brings lies on disk as well. The other one makes no letters.
 *
 * In the end every resume that was acknowledged must be there, byte by byte. Needs a build. On ext4,
 * files are made slowly in folders next to which thousands were removed in the last minutes, and
 * ours makes three for each of theirs: a run right after another one says little.
 */
const atOnce = 16
const inRound = 1000
const rounds = 5
const resumeBytes = 200_000

type Application = { body: Buffer; resumeHash: string }

const folder = await mkdtemp(path.join(tmpdir(), 'naic-bench-'))
const site = await RunningSite.start({
  SUBMISSIONS_PER_MINUTE: '1000000',
  STAFF_EMAIL: 's@x.example',
})
const peer = await startPeer()
let made = 0
try {
  const hashes: string[] = []
  const [answerRatios, letterRatios]: [number[], number[]] = [[], []]
  console.log('round\tours/s\twith letters/s\texpress/s\tratio\twith letters')
  // The first round is not counted: it warms both up.
  for (let round = 0; round <= rounds; round += 1) {
    const all = Array.from({ length: inRound }, newApplication)
    hashes.push(...all.map(({ resumeHash }) => resumeHash))
    const begun = performance.now()
    const our = await perSecond(site.url.replace('localhost', '127.0.0.1'), all)
    await allLettersOut()
    const withLetters = (inRound / (performance.now() - begun)) * 1_000
    const their = await perSecond(peer.url, all)
    report(round, our, withLetters, their)
    if (round === 0) continue
    answerRatios.push(our / their)
    letterRatios.push(withLetters / their)
  }
  console.log(`median\t\t\t\t${median(answerRatios)}\t${median(letterRatios)}`)
  await expectStored(path.join(site.dataDir, 'resumes'), hashes)
  await expectStored(path.join(folder, 'resumes'), hashes)
  console.log(`All that was acknowledged is stored: ${hashes.length} applications by each.`)
} finally {
  await site.stop()
  peer.process.kill()
  await rm(folder, { recursive: true })
}

function report(round: number, our: number, withLetters: number, their: number) {
  const rates = [our, withLetters, their].map(Math.round)
  const ratios = [our / their, withLetters / their].map((ratio) => ratio.toFixed(2))
  console.log([round, ...rates, ...ratios].join('\t'))
}

/** Sends each application once. @returns how many were answered a second. */
async function perSecond(url: string, all: readonly Application[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const begun = performance.now()
  const waiting = all.values()
  const oneAfterAnother = async () => {
    for (const application of waiting) await apply(url, agent, application)
  }
  await Promise.all(Array.from({ length: atOnce }, oneAfterAnother))
  const seconds = (performance.now() - begun) / 1_000
  agent.destroy()
  return all.length / seconds
}

async function apply(url: string, agent: Agent, { body }: Application): Promise<void> {
  const sending = request(`${url}/api/internship/apply/`, {
    agent,
    method: 'POST',
    headers: {
      'Content-Type': 'multipart/form-data; boundary=between-parts',
      'Content-Length': body.length,
    },
  }).end(body)
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  const said = await json(answer)
  if (answer.statusCode !== 201) {
    throw new Error(`${url} answered ${answer.statusCode}: ${JSON.stringify(said)}`)
  }
}

/** Another applicant each time, with a resume of their own. */
function newApplication(): Application {
  made += 1
  const resume = Buffer.alloc(resumeBytes, `%PDF-1.4\n% resume ${made}\n`)
  return { body: formWith(resume, made), resumeHash: sha256(resume) }
}

function formWith(resume: Buffer, number: number): Buffer {
  const answers = {
    name: 'Asha Rao',
    email: `asha.rao${number}@example.com`,
    phone: '+91 98765 43210',
    college: 'City College of Engineering',
    year: '3rd Year',
    domain: 'Data Science',
    linkedin: 'https://linkedin.example/in/asha',
    message: 'I like tables.\nAnd columns.',
  }
  const part = (about: string) => `--between-parts\r\nContent-Disposition: form-data; ${about}\r\n`
  const fields = Object.entries(answers).map(
    ([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`,
  )
  const file = `${part('name="resume"; filename="cv.pdf"')}Content-Type: application/pdf\r\n\r\n`
  const start = Buffer.from(`${fields.join('')}${file}`)
  return Buffer.concat([start, resume, Buffer.from('\r\n--between-parts--\r\n')])
}

async function allLettersOut(): Promise<void> {
  const lastMoment = performance.now() + 60_000
  while (performance.now() < lastMoment) {
    const [unsent] = site.query<{ count: number }>(
      'SELECT count(*) AS count FROM letter WHERE sent_at IS NULL',
    )
    if (unsent?.count === 0) return
    await sleep(20)
  }
  throw new Error('After a minute there are still letters to be sent.')
}

async function expectStored(resumes: string, hashes: readonly string[]): Promise<void> {
  const stored = new Set<string>()
  for (const name of await readdir(resumes)) {
    stored.add(sha256(await readFile(path.join(resumes, name))))
  }
  const lost = hashes.filter((hash) => !stored.has(hash))
  if (lost.length > 0) throw new Error(`${lost.length} are acknowledged, and not in ${resumes}.`)
}

async function startPeer(): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn('node', ['bench/express-applications.ts', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [port] = await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${String(port).trim()}`, process: child }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function median(values: number[]): string | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]?.toFixed(2)
}
