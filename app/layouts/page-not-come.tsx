import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import organisation from '#content/organisation.json' with { type: 'json' }
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useOnline } from '../ui/use-online.ts'

/** How often it is tried again where the browser itself does not say that the network is back. */
const everyMs = 10_000

/**
 * What stands within the frame when the page of a link did not come. The address is already the
 * page's, which is loaded once the server answers: reloading any earlier would put the browser's own error
 * in the site's place.
 */
export function PageNotCome() {
  const navigate = useNavigate()
  const online = useOnline()
  const [trying, setTrying] = useState(false)

  async function tryAgain() {
    setTrying(true)
    await loadIfAnswered()
    setTrying(false)
  }

  useEffect(() => {
    const ifOnline = () => {
      if (navigator.onLine) void loadIfAnswered()
    }
    ifOnline()
    window.addEventListener('online', ifOnline)
    const timer = setInterval(ifOnline, everyMs)
    return () => {
      window.removeEventListener('online', ifOnline)
      clearInterval(timer)
    }
  }, [])

  return (
    <section className="wrap grid min-h-[60svh] content-center justify-items-start gap-5 py-16">
      <title>{`Waiting for the network | ${organisation.shortName}`}</title>
      <h1 className="text-title">{online ? 'This page did not come' : 'You are offline'}</h1>
      <p role="status" className="max-w-text text-lg">
        {online
          ? 'There was no connection to our server, or it broke off. We keep trying, and the page opens by itself.'
          : 'This page opens by itself as soon as your phone or computer is connected again.'}{' '}
        What you typed into a form is kept: go back to see it.
      </p>
      <div className="flex flex-wrap gap-4">
        <Button type="button" aria-disabled={trying} onClick={() => void tryAgain()}>
          {trying ? <Spinner /> : null}
          Try again
        </Button>
        <Button type="button" look="outline" onClick={() => void navigate(-1)}>
          Go back
        </Button>
      </div>
    </section>
  )
}

/** Loads the page that the address names, if the server answers for it. */
async function loadIfAnswered(): Promise<void> {
  const answers = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  )
  if (answers) location.reload()
}
