import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { explainFailure } from '@naic/installation/explain-failure.ts'
import { enterDeed } from '@naic/platform/journal/journal.ts'
import type { Issued } from '@naic/registry/issuing/issued-before.ts'
import { issueCertificates } from '@naic/registry/issuing/issue-certificates.ts'
import { listCertificates } from '@naic/registry/issuing/find-certificate.ts'
import type { Order } from '@naic/registry/issuing/order.ts'
import { describeBatch, describeRepeats, listOrders, planIssue } from '#orders/order-summary.ts'
import { ordersOfApplications } from '#orders/orders-of-applications.ts'
import { readOrders } from '#orders/read-orders.ts'
import type { Registry } from '@naic/registry/registry.ts'
import { toCsv } from '@naic/platform/sheets/to-csv.ts'
import type { BatchPlan, BatchProgress, CertificateList } from '../shapes.ts'
import { type DeskServices, isSameSeal } from './desk-services.ts'
import { readBody } from './read-request.ts'

/** A batch: the bytes of a table, or what completed applications ask for. */
type Batch = Buffer | 'applications'

const newest = 100

/** Certificates: the newest, and issuing by a table or from applications, seen before it is done. */
export function certificateDesk(app: FastifyInstance, services: DeskServices): void {
  app.get('/api/certificates', async (): Promise<CertificateList> => {
    return { certificates: await listCertificates(await services.registry(), newest) }
  })

  app.post('/api/certificates/plan', async ({ body }) => {
    return (await plan(services, await services.registryToIssue(), readBatch(body))).answer
  })

  // Signing goes on where nobody listens any more: it is all or nothing, and can be asked for again.
  app.post<{ Querystring: { seal?: string; repeat?: string } }>(
    '/api/certificates/issue',
    ({ body, query }, reply) => {
      const batch = readBatch(body)
      const answer = new PassThrough()
      const say = (progress: BatchProgress) => answer.write(`${JSON.stringify(progress)}\n`)
      const agreed = { seal: query.seal ?? '', mayRepeat: query.repeat === 'yes' }
      issue(services, batch, agreed, say)
        .catch((error: Error) => {
          const detail = explainFailure(error, services.config) ?? error.message
          say({ state: 'failed', detail })
        })
        .finally(() => answer.end())
      return reply.type('application/x-ndjson').send(answer)
    },
  )
}

async function plan(
  services: DeskServices,
  registry: Registry,
  batch: Batch,
): Promise<{ answer: BatchPlan; orders: Order[] }> {
  const { siteUrl } = services.config
  const read = Buffer.isBuffer(batch) ? fromTable(batch) : await fromApplications(services)
  if (!read.ok) return { answer: { state: 'mistakes', mistakes: read.mistakes }, orders: [] }
  const { orders, leftOut } = read
  const planned = await planIssue(registry, orders, siteUrl)
  if (planned.state === 'conflicts') return { answer: planned, orders }
  if (planned.state === 'other site') return { answer: { ...planned, siteUrl }, orders }
  const { fresh, before, repeats } = planned
  const answer = {
    state: 'planned' as const,
    // Lines name the first of many: what is agreed to is every one of them.
    seal: services.seals.of({ certificates: fresh, repeats, leftOut }),
    fresh: fresh.length,
    before: before.length + read.before,
    summary: fresh.length > 0 ? `${listOrders(fresh)}\n${describeBatch(fresh)}` : '',
    repeats: { count: repeats.length, lines: repeats.length > 0 ? describeRepeats(repeats) : '' },
    leftOut,
  }
  return { answer, orders }
}

function readBatch(body: unknown): Batch {
  return Buffer.isBuffer(body) ? body : readBody(ofApplications, body).from
}

const ofApplications = v.object({ from: v.literal('applications') })

function fromTable(bytes: Buffer) {
  const read = readOrders(bytes)
  return read.ok ? { ...read, leftOut: [], before: 0 } : read
}

async function fromApplications({ database }: DeskServices) {
  const { orders, mistakes: leftOut, before } = await ordersOfApplications(database)
  return { ok: true as const, orders, leftOut, before }
}

async function issue(
  services: DeskServices,
  batch: Batch,
  agreed: { seal: string; mayRepeat: boolean },
  say: (progress: BatchProgress) => void,
): Promise<void> {
  const registry = await services.registryToIssue()
  const { answer, orders } = await plan(services, registry, batch)
  const isAgreed =
    answer.state === 'planned' &&
    isSameSeal(answer.seal, agreed.seal) &&
    (answer.repeats.count === 0 || agreed.mayRepeat)
  if (!isAgreed) return say({ state: 'changed' })
  const { database, config } = services
  const deed = (count: number) => ({ did: 'certificates issue', detail: `${count} issued` })
  const result = await issueCertificates(
    registry,
    orders,
    (signed) => say({ state: 'signed', signed, of: answer.fresh }),
    (count) => [enterDeed(database, config.account, deed(count), new Date())],
  )
  if (result.state === 'refused') return say({ state: 'changed' })
  const { certificates } = result
  const issued = certificates.filter(({ state }) => state === 'issued').length
  return say({
    state: 'issued',
    issued,
    before: certificates.length - issued,
    csv: toCsv(certificates, resultColumns),
  })
}

const resultColumns = (['reference', 'id', 'address', 'state'] as const).map((key) => ({
  key,
  of: (issued: Issued) => issued[key] ?? '',
}))
