import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { asha, resumePart, textPart } from '@naic/test/support/ashas-form.ts'
import { boundary, multipart, rightType } from '@naic/test/support/start-api.ts'

/** A form as it is sent, and by what its resume is known again. */
export type Application = { body: Buffer; resumeHash: string; from: string }

let made = 0

/** One network may have 60 forms under way at our site, so that they come from several. */
const networks = 8

/** Another one each time. */
export function newApplication(resumeBytes: number): Application {
  made += 1
  const resume = Buffer.alloc(resumeBytes, `%PDF-1.4\n% resume ${made}\n`)
  const from = `127.0.${made % networks}.1`
  const answers = { ...asha, email: `asha.rao${made}@example.com` }
  const fields = Object.entries(answers).map(([name, value]) => textPart(name, value))
  const body = multipart([...fields, resumePart('cv.pdf', resume)], boundary)
  return { body, resumeHash: sha256(resume), from }
}

/** Sends each application once, so many at a time. @throws if one is not answered with 201. */
export async function sendAll(
  url: string,
  all: readonly Application[],
  atOnce: number,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const waiting = all.values()
  const oneAfterAnother = async () => {
    for (const application of waiting) await send(url, agent, application)
  }
  await Promise.all(Array.from({ length: atOnce }, oneAfterAnother))
  agent.destroy()
}

async function send(url: string, agent: Agent, { body, from }: Application): Promise<void> {
  const sending = request(`${url.replace('localhost', '127.0.0.1')}/api/internship/apply/`, {
    agent,
    localAddress: from,
    method: 'POST',
    headers: {
      'Content-Type': rightType,
      'Content-Length': body.length,
    },
  }).end(body)
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  const said = await json(answer)
  if (answer.statusCode !== 201) {
    throw new Error(`${url} answered ${answer.statusCode}: ${JSON.stringify(said)}`)
  }
}

/** @throws unless every resume that was acknowledged is in the folder, byte by byte. */
export async function expectStored(resumes: string, all: readonly Application[]): Promise<void> {
  const stored = new Set<string>()
  for (const name of await readdir(resumes)) {
    stored.add(sha256(await readFile(path.join(resumes, name))))
  }
  const lost = all.filter(({ resumeHash }) => !stored.has(resumeHash))
  if (lost.length > 0) throw new Error(`${lost.length} are acknowledged, and not in ${resumes}.`)
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
