import type { CertificateLookup } from '#app/server-context/load-context.ts'
import { finishPage } from '../http/pages/finish-page.ts'
import { realPagePath } from '../http/pages/real-path.ts'
import { startServer } from '../start-server.ts'
import type { LookUpQuestion, PageQuestion, RenderedPage } from './dev-pages.ts'
import { QuestionLine } from './question-line.ts'

/**
 * The API while developing, a child of `dev-server.ts`: all as in production, except that another
 * process has the pages.
 */

const lookUps = new Map<number, CertificateLookup>()
let lastPage = 0

const line = new QuestionLine<PageQuestion, LookUpQuestion>(
  process,
  async ({ page, certificateId }) => lookUps.get(page)?.(certificateId),
)
// Without its parent nobody could reach it, and it would keep the data folder.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

await startServer(async (config) => {
  const patterns = await line.ask<string[]>('patterns')
  return {
    front: (_request, _response, next) => void next(),
    renderer: { patterns, render },
    realPath: (pathname) => realPagePath(patterns, pathname),
    // No content security policy: Vite puts styles into the page itself.
    finish: (rendered) => ({ ...finishPage(rendered, [], config), headers: {} }),
  }
})
process.send?.({ serving: true })

async function render(
  address: string,
  nonce: string,
  posted: Extract<PageQuestion, object>['posted'],
  certificates?: CertificateLookup,
  reference?: string,
): Promise<Response> {
  const page = ++lastPage
  if (certificates) lookUps.set(page, certificates)
  try {
    const rendered = await line.ask<RenderedPage>({ address, nonce, posted, page, reference })
    const { status, headers } = rendered
    // A redirect has no body, and some statuses may not have any.
    const body = rendered.body.length > 0 ? Uint8Array.from(rendered.body) : null
    return new Response(body, { status, headers })
  } finally {
    lookUps.delete(page)
  }
}
