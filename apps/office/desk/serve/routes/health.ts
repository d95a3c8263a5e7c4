import type { FastifyInstance } from 'fastify'
import type { HealthCard } from '../../desk-api.ts'
import type { DeskServices } from '../desk-services.ts'
import { healthCards } from '../health-cards.ts'

export function healthRoutes(api: FastifyInstance, services: DeskServices): void {
  api.get('/api/health', { config: { right: 'read' } }, (): Promise<HealthCard[]> =>
    healthCards(services),
  )
}
