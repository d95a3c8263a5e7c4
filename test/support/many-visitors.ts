import { asha, cv } from './ashas-form.ts'
import type { DebianMachine } from './debian-machine.ts'

/** 160 people in eight seconds, who read a page or, every fourth, apply through nginx, each on a connection of their own. @returns how often each was answered what. */
export async function answersTo160(machine: DebianMachine): Promise<string> {
  const given = ['-e', visitors, JSON.stringify(asha), Buffer.from(cv).toString('base64')]
  return (await machine.runOurs(process.execPath, given)).stdout.trim()
}

const visitors = `
const { request } = require('node:https')
const [answers, cv] = process.argv.slice(1)
const host = 'www.example.org'
const send = (number, path, type, body) => new Promise((done) => {
  const asked = request({ host: '127.0.0.1', servername: host, path, method: body ? 'POST' : 'GET',
    headers: { Host: host, ...(body && { 'Content-Type': type, 'Content-Length': body.length }) },
    localAddress: '127.0.0.' + (20 + number), agent: false, rejectUnauthorized: false })
  asked.on('error', (error) => done(error.code))
  asked.on('response', (answer) => answer.resume().on('end', () => done(answer.statusCode)))
  asked.end(body)
})
async function apply(number) {
  const form = new FormData()
  const email = 'n' + number + '@example.com'
  for (const one of Object.entries({ ...JSON.parse(answers), email })) form.append(...one)
  form.append('resume', new File([Buffer.from(cv, 'base64')], 'cv.pdf', { type: 'application/pdf' }))
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  return send(number, '/api/internship/apply/', encoded.headers.get('content-type'), body)
}
const all = []
const timer = setInterval(() => {
  all.push(all.length % 4 === 3 ? apply(all.length) : send(all.length, '/about'))
  if (all.length < 160) return
  clearInterval(timer)
  Promise.all(all).then((statuses) => {
    const times = Map.groupBy(statuses, String)
    console.log(JSON.stringify([...times].map(([status, same]) => [Number(status) || status, same.length]).sort()))
  })
}, 50)
`
