import { renderToReadableStream } from 'react-dom/server.edge'
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import { type PostedForm, postedFormContext } from './seam/load-context.ts'

/** Renders a page whole: there is nothing on it that would be worth streaming later. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const stream = await renderToReadableStream(
    <ServerRouter context={context} url={request.url} />,
    { onError: (error) => console.error(error) },
  )
  await stream.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(stream, { headers, status })
}

/**
 * The context of one request. The server asks for it here because its keys are objects, and
 * only this bundle's own will do.
 */
export function createPageContext(posted: PostedForm | undefined): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(postedFormContext, posted)
  return context
}
