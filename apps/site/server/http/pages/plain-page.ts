import type { FastifyReply } from 'fastify'

type PlainPage = {
  title: string
  sentence: string
  /** After so many seconds the page is asked for again. */
  reloadSeconds?: number
}

/**
 * Sends a page that is not rendered: whoever asks for too much is answered at next to no cost. It shows
 * nothing of what the visitor sent.
 */
export function sendPlainPage(
  reply: FastifyReply,
  status: number,
  { title, sentence, reloadSeconds }: PlainPage,
): FastifyReply {
  const reload = reloadSeconds ? `<meta http-equiv="refresh" content="${reloadSeconds}">\n` : ''
  return reply
    .code(status)
    .headers({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html>
<html lang="en-IN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
${reload}<title>${title}</title>
<main>
<h1>${title}</h1>
<p>${sentence}</p>
</main>
</html>
`,
    )
}
