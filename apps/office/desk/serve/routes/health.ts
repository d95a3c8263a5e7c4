import type { FastifyInstance } from 'fastify'
import type { HealthCard } from '../../desk-api.ts'
import type { Door } from '../desk-gate.ts'
import type { DeskServices } from '../desk-services.ts'
import { healthCards } from '../health-cards.ts'

export function healthRoutes(api: FastifyInstance, services: DeskServices, { notIn }: Door): void {
  api.get('/api/health', { config: { right: 'read' } }, (): Promise<HealthCard[]> =>
    healthCards(services, notIn.door === 'this machine'),
  )
}
