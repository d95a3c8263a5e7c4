import path from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  createRequestHandler,
  matchPath,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { PostedForm } from '#app/seam/load-context.ts'

/** Renders the pages that are not the same for everybody. */
export interface PageRenderer {
  /**
   * @param address path and query, beginning with a slash.
   * @param posted what came of a form that was posted to this address, if one was.
   */
  render(address: string, posted: PostedForm | undefined): Promise<Response>

  /** Whether the route table has this path, the not-found page aside. */
  knows(path: string): boolean
}

/** What `app/entry.server.tsx` exports besides its default. */
type EntryModule = { createPageContext(posted: PostedForm | undefined): RouterContextProvider }

/** @param folder the build's folder, which holds `server/index.js`. */
export async function loadPageRenderer(folder: string): Promise<PageRenderer> {
  const entry = pathToFileURL(path.resolve(folder, 'server/index.js')).href
  const build = (await import(entry)) as ServerBuild
  return createPageRenderer(() => Promise.resolve(build), build)
}

/**
 * @param current gives the newest build, which changes while developing.
 * @param first the build whose routes count for `knows`.
 */
export function createPageRenderer(
  current: () => Promise<ServerBuild>,
  first: ServerBuild,
): PageRenderer {
  const handle = createRequestHandler(current)
  const patterns = Object.values(first.routes).flatMap((route) =>
    route?.path && route.path !== '*' ? [`/${route.path}`] : [],
  )
  return {
    async render(address, posted) {
      const { createPageContext } = (await current()).entry.module as unknown as EntryModule
      // The origin is never seen: pages build addresses from the settings, not from the request.
      const request = new Request(new URL(address, 'http://localhost'), {
        method: posted ? 'POST' : 'GET',
      })
      return handle(request, createPageContext(posted))
    },
    knows: (pathname) =>
      pathname === '/' || patterns.some((pattern) => matchPath(pattern, pathname)),
  }
}
