import { href } from 'react-router'
import { routeOf } from '#app/layouts/page-files.ts'

/** Any certificate's; `href` takes only what the route table has. */
const address = href('/verify/:id?', { id: 'ANY' })

/**
 * Fetches the script of the page that shows a certificate, before anyone goes there. React Router has
 * `PrefetchPageLinks` for this, but where a script cannot be fetched that reloads the page, and
 * takes the ID from whoever is typing it.
 *
 * @returns whether it is there. It may be asked again, and then fetches only what is missing.
 */
export async function fetchResultPage(): Promise<boolean> {
  const script = routeOf(address)?.module
  if (!script) return false
  try {
    await import(/* @vite-ignore */ script)
    return true
  } catch {
    return false
  }
}
