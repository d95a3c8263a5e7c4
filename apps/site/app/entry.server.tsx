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
  type PostedForm,
  servedContext,
} from './server-context/load-context.ts'
import { type ServedSettings, serveSettings } from './server-context/site-settings.ts'
import { ScriptNonce } from '@naic/ui/inline-script.tsx'
import { PageReference } from '@naic/ui/reference.tsx'

/** Renders a page whole: there is nothing on it that would be worth streaming later. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
) {
  const { nonce, reference } = loadContext.get(servedContext)
  const stream = await renderToReadableStream(
    <PageReference value={reference}>
      <ScriptNonce value={nonce}>
        <ServerRouter context={context} url={request.url} nonce={nonce} />
      </ScriptNonce>
    </PageReference>,
    {
      nonce,
      // Else React puts a part that was waited for at the end, for a script to move into its place.
      progressiveChunkSize: Infinity,
      onError: (error) => tell(error, reference),
    },
  )
  await stream.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(stream, { headers, status })
}

/** Errors for the operator. An address that does not exist is none. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  const isNotFound = isRouteErrorResponse(error) && error.status === 404
  if (!isNotFound && !request.signal.aborted) tell(error, context.get(servedContext).reference)
}

const tell = (error: unknown, reference: string) =>
  console.error(`A page failed; its request is ${reference || 'none'}:`, error)

/**
 * Answers requests for pages. The server asks for it here rather than making its own: a
 * request's context is recognised by identity, so handler, context and pages must come out
 * of one bundle.
 *
 * @param build gives the newest build, which changes while developing.
 */
export function createPageHandler(build: () => Promise<ServerBuild>, settings: ServedSettings) {
  serveSettings(settings)
  const handle = createRequestHandler(build)
  return (
    request: Request,
    nonce: string,
    posted: PostedForm | undefined,
    certificates: CertificateLookup,
    reference: string,
  ): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(servedContext, { nonce, posted, certificates, reference })
    return handle(request, context)
  }
}
