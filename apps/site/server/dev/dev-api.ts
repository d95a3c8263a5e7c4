import type { CertificateState } from '#app/server-context/load-context.ts'
import type { PageRenderer } from '../http/pages/page-renderer.ts'
import { finishPage } from '../http/pages/finish-page.ts'
import { realPagePath } from '../http/pages/real-path.ts'
import { startServer } from '../start-server.ts'
import type { PageAnswer, PageQuestion } from './dev-server.ts'

/**
 * The API while developing, a child of `dev-server.ts`: all as in production, except that the parent
 * renders the pages. Its address is the first argument.
 */
const pages = process.argv[2] ?? ''

// Without its parent nobody could reach it, and it would keep the data folder.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

await startServer(async (config) => {
  const patterns = (await (await fetch(pages)).json()) as string[]
  return {
    front: (_request, _response, next) => void next(),
    renderer: { render },
    realPath: (pathname) => realPagePath(patterns, pathname),
    // No content security policy: Vite puts styles into the page itself.
    finish: (rendered) => ({ ...finishPage(rendered, [], config), headers: {} }),
  }
})
process.send?.('serving')

async function render(
  ...[address, nonce, posted, certificates, reference]: Parameters<PageRenderer['render']>
): Promise<Response> {
  const certificatesKnown: Record<string, CertificateState> = {}
  for (;;) {
    const question: PageQuestion = { address, nonce, posted, certificatesKnown, reference }
    const asked = await fetch(pages, { method: 'POST', body: JSON.stringify(question) })
    const answer = (await asked.json()) as PageAnswer
    if ('failure' in answer) throw new Error(answer.failure)
    if ('status' in answer) return new Response(answer.body, answer)
    // Only this process can look up a certificate. The page is then rendered again with it.
    certificatesKnown[answer.certificateWanted] = (await certificates?.(
      answer.certificateWanted,
    )) ?? { state: 'unavailable' }
  }
}
