import type { FastifyInstance } from 'fastify'
import { examine } from '#health/examine.ts'
import type { Finding } from '../../desk-api.ts'
import type { DeskServices } from '../desk-services.ts'

export function healthRoutes(api: FastifyInstance, { config }: DeskServices): void {
  api.get('/api/health', { config: { right: 'read' } }, async (): Promise<Finding[]> => {
    const findings: Finding[] = []
    for await (const finding of examine(() => config)) findings.push(finding)
    return findings
  })
}
