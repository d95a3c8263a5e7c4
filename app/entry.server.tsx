import { renderToReadableStream } from 'react-dom/server.edge'
import {
  createRequestHandler,
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import {
  type CertificateLookup,
  certificatesContext,
  nonceContext,
  type PostedForm,
  postedFormContext,
} from './server-context/load-context.ts'
import { ScriptNonce } from './ui/inline-script.tsx'

/** Renders a page whole: there is nothing on it that would be worth streaming later. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
) {
  const nonce = loadContext.get(nonceContext)
  const stream = await renderToReadableStream(
    <ScriptNonce value={nonce}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </ScriptNonce>,
    { nonce, onError: (error) => console.error(error) },
  )
  await stream.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(stream, { headers, status })
}

/** What the operator is told of: that somebody asked for an address that never was is nothing. */
export function handleError(error: unknown, { request }: { request: Request }) {
  const isNotFound = isRouteErrorResponse(error) && error.status === 404
  if (!isNotFound && !request.signal.aborted) console.error(error)
}

/**
 * Answers requests for pages. The server asks for it here rather than making its own: a
 * request's context is recognised by identity, so handler, context and pages must come out
 * of one bundle.
 *
 * @param build gives the newest build, which changes while developing.
 */
export function createPageHandler(build: () => Promise<ServerBuild>) {
  const handle = createRequestHandler(build)
  return (
    request: Request,
    nonce: string,
    posted: PostedForm | undefined,
    certificates: CertificateLookup,
  ): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(nonceContext, nonce)
    context.set(postedFormContext, posted)
    context.set(certificatesContext, certificates)
    return handle(request, context)
  }
}
