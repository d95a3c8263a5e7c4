import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { startDesk } from '@naic/office/desk/serve/start-desk.ts'
import type { Right } from '@naic/office/staff/roles.ts'
import { readConfig } from '@naic/house/config.ts'
import type { ServedDesk } from './staff-at-desk.ts'

export type DeskRoute = {
  method: string
  url: string
  right: Right | 'enter' | 'oneself' | undefined
}

/** Every route that servers register with their routers while they are started. */
export async function routesOf<Started>(
  start: () => Promise<Started>,
): Promise<[Started, DeskRoute[]]> {
  const routes: DeskRoute[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: { addHook(name: string, hook: unknown): void } }
    type Added = { method: string | string[]; url: string; config?: Pick<DeskRoute, 'right'> }
    fastify.addHook('onRoute', ({ method, url, config }: Added) => {
      for (const one of [method].flat()) routes.push({ method: one, url, right: config?.right })
    })
  }
  subscribe('fastify.initialization', watch)
  try {
    return [await start(), routes]
  } finally {
    unsubscribe('fastify.initialization', watch)
  }
}

/** Serves the desk to the staff on what is stored, behind a proxy on this machine. */
export async function serveDeskOf(settings: Record<string, string>) {
  const config = readConfig({ ...settings, TRUST_PROXY: '127.0.0.1' })
  const [served, routes] = await routesOf(() => startDesk(config, 0))
  const desk: ServedDesk = { port: served.port, url: served.url, settings }
  const invitation = served.invitation?.split('#invitation=')[1] ?? ''
  return { desk, routes, invitation, metricsUrl: served.metricsUrl, close: () => served.close() }
}
