import { isRouteErrorResponse, useRouteError } from 'react-router'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { DeskClosed } from './ask-desk.ts'

/** In place of everything, where there is nothing to show. */
export function DeskFailure() {
  const error = useRouteError()
  return (
    <main className="wrap grid min-h-svh content-center justify-items-center gap-4 py-12">
      <title>The council's desk</title>
      {error instanceof DeskClosed ? <ClosedDesk /> : <Failed error={error} />}
    </main>
  )
}

function ClosedDesk() {
  return (
    <div className="max-w-text grid gap-4">
      <h1 className="text-title">This desk is not open here</h1>
      <p>
        Its address opens it once, for one tab, as long as the command runs. In the terminal where
        it runs, press Enter for a new address. Where it has ended, start it again:
      </p>
      <p>
        <code className="border-hairline bg-warm rounded-md border px-3 py-2">council desk</code>
      </p>
    </div>
  )
}

function Failed({ error }: { error: unknown }) {
  return (
    <div className="max-w-text grid gap-4">
      <h1 className="text-title">Something went wrong</h1>
      <FailureNotice title="This could not be shown.">
        {isRouteErrorResponse(error) && error.status === 404
          ? 'There is no such page.'
          : error instanceof Error
            ? error.message
            : 'Please look at the terminal where the desk runs.'}
      </FailureNotice>
      <a href="/" className="link">
        Back to the desk
      </a>
    </div>
  )
}
