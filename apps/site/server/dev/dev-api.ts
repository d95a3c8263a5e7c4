import type { Asked, RenderedPage } from '#app/render-page.tsx'
import type { CertificateState } from '#app/server-context/load-context.ts'
import { realPath } from '../http/pages/real-path.ts'
import { startServer } from '../start-server.ts'
import type { PageAnswer, PageQuestion } from './dev-server.ts'

/**
 * The API while developing, a child of `dev-server.ts`: all as in production, except that the parent
 * renders the pages. Its address is the first argument.
 */
const pages = process.argv[2] ?? ''

// Without its parent nobody could reach it, and it would keep the data folder.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

await startServer(async () => {
  const patterns = (await (await fetch(pages)).json()) as string[]
  return {
    front: (_request, _response, next) => void next(),
    // No content security policy: Vite puts styles into the page itself.
    render: async (asked) => {
      const { status, before, after } = await render(asked)
      return { status, html: before + after, headers: {} }
    },
    realPath: (pathname) => realPath(patterns, pathname),
  }
})
process.send?.('serving')

async function render({ certificates, ...asked }: Asked): Promise<RenderedPage> {
  const certificatesKnown: Record<string, CertificateState> = {}
  for (;;) {
    const question: PageQuestion = { ...asked, certificatesKnown }
    const answered = await fetch(pages, { method: 'POST', body: JSON.stringify(question) })
    const answer = (await answered.json()) as PageAnswer
    if ('failure' in answer) throw new Error(answer.failure)
    if ('status' in answer) return answer
    // Only this process can look up a certificate. The page is then rendered again with it.
    certificatesKnown[answer.certificateWanted] = await certificates(answer.certificateWanted)
  }
}
