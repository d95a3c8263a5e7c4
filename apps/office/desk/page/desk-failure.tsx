import { isRouteErrorResponse, useRouteError } from 'react-router'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { DeskClosed } from './ask-desk.ts'

/** Takes the place of everything when there is nothing to show. */
export function DeskFailure() {
  const error = useRouteError()
  return (
    <main className="wrap grid min-h-svh content-center justify-items-center py-12">
      <title>The council's desk</title>
      <div className="max-w-text grid gap-4">
        {error instanceof DeskClosed ? (
          <>
            <h1 className="text-title">This desk is not open here</h1>
            <p>
              Its address opens it once, for one tab, as long as the command runs. In the terminal
              where it runs, press Enter for a new address. If it has ended, start it again:
            </p>
            <p>
              <code className="border-hairline bg-warm rounded-md border px-3 py-2">
                council desk
              </code>
            </p>
          </>
        ) : (
          <>
            <h1 className="text-title">Something went wrong</h1>
            <FailureNotice title="This could not be shown.">
              {isRouteErrorResponse(error) ? 'There is no such page.' : (error as Error).message}
            </FailureNotice>
            <a href="/" className="link">
              Back to the desk
            </a>
          </>
        )}
      </div>
    </main>
  )
}
