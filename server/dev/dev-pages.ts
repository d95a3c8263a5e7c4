import type { ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import type { CertificateState, PostedForm } from '#app/server-context/load-context.ts'
import { createPageRenderer } from '../http/pages/page-renderer.ts'
import type { QuestionLine } from './question-line.ts'

/** What the API asks of the process that has the pages. */
export type PageQuestion =
  | 'patterns'
  | {
      address: string
      nonce: string
      posted: PostedForm | undefined
      page: number
      reference: string | undefined
    }

/** What a page asks of the API while it is rendered. */
export type LookUpQuestion = { page: number; certificateId: string }

export type RenderedPage = {
  status: number
  headers: [name: string, value: string][]
  body: Uint8Array
}

export type PageLine = QuestionLine<LookUpQuestion, PageQuestion>

/** @returns what answers the API's questions from the sources as they are now. */
export function createDevPages(vite: ViteDevServer) {
  const build = () =>
    vite.ssrLoadModule(
      'virtual:react-router/server-build',
    ) as Promise<unknown> as Promise<ServerBuild>

  return async (question: PageQuestion, line: PageLine): Promise<string[] | RenderedPage> => {
    try {
      // Anew each time: what was imported before an edit is not what the page imports after it.
      const renderer = createPageRenderer(await build(), build)
      if (question === 'patterns') return [...renderer.patterns]
      const { address, nonce, posted, page, reference } = question
      const lookUp = (certificateId: string) => line.ask<CertificateState>({ page, certificateId })
      const rendered = await renderer.render(address, nonce, posted, lookUp, reference)
      const body = new Uint8Array(await rendered.arrayBuffer())
      return { status: rendered.status, headers: [...rendered.headers], body }
    } catch (error) {
      if (error instanceof Error) vite.ssrFixStacktrace(error)
      console.error(error)
      throw error
    }
  }
}
