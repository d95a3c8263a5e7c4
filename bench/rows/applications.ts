import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RunningSite } from '@naic/test/support/start-site.ts'
import { startExpress } from '../peers/start-express.ts'
import { inTurns, type Measure, pairsOf } from '../row.ts'
import { type Application, expectStored, newApplication, sendAll } from '../send-applications.ts'

const atOnce = 16
const inRound = 1000
const resumeBytes = 200_000

/**
 * Applications a second, each with a resume of 200 KB: beside a server that keeps the same promise
 * and does less (peers/express-applications.ts). Ours is counted until the last answer, and until the
 * last of the two letters that each application brings lies on disk as well; the other makes none.
 *
 * In the end every resume that was acknowledged must be there. On ext4, files are made slowly in
 * folders next to which thousands were removed in the last minutes, and ours makes three for each of
 * theirs: a run right after another one says little.
 */
export const measure: Measure = async (rounds) => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'naic-bench-'))
  await using site = await RunningSite.start({
    SUBMISSIONS_PER_MINUTE: '1000000',
    STAFF_EMAIL: 's@x.example',
  })
  await using express = await startExpress(folder.path)
  const [ours, theirs]: [Application[], Application[]] = [[], []]

  const send = async (url: string, to: Application[], settled: () => Promise<void>) => {
    const all = Array.from({ length: inRound }, () => newApplication(resumeBytes))
    to.push(...all.map((one) => ({ ...one, body: Buffer.alloc(0) })))
    const begun = performance.now()
    await sendAll(url, all, atOnce)
    const answered = performance.now() - begun
    await settled()
    const perSecond = (ms: number) => (inRound / ms) * 1000
    return { answered: perSecond(answered), settled: perSecond(performance.now() - begun) }
  }
  const toOurs = () =>
    send(site.url.replace('localhost', '127.0.0.1'), ours, () => allLettersOut(site))
  const toExpress = () => send(express.url, theirs, async () => undefined)

  // It warms both up.
  await inTurns(1, toOurs, toExpress)
  const found = await inTurns(rounds, toOurs, toExpress)
  await expectStored(path.join(site.dataDir, 'resumes'), ours)
  await expectStored(path.join(folder.path, 'resumes'), theirs)
  const [{ letters } = { letters: 0 }] = site.query<{ letters: number }>(
    'SELECT count(*) AS letters FROM letter WHERE sent_at IS NOT NULL',
  )
  if (letters < ours.length) throw new Error(`Only ${letters} letters went out.`)
  const what = 'durable applications of 200 KB'
  const peer = 'express + multer'
  const [answered, settled] = [
    pairsOf(found, (each) => each.answered),
    pairsOf(found, (each) => each.settled),
  ]
  return [
    { what, unit: '/s', peer, pairs: answered },
    { what: `${what}, until our letters are out`, unit: '/s', peer, pairs: settled },
  ]
}

async function allLettersOut(site: RunningSite): Promise<void> {
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
