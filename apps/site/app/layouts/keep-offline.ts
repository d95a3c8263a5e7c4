import { savedIds } from '#app/catalogue/saved-ids.ts'
import { keepsNothing } from '#app/server-context/site-settings.ts'

// A worker keeps pages for when there is no network (decision 095). Whoever saves data is asked nothing of, unless the
// site is installed or has something saved in it: then they mean to come back.

/** A visitor who leaves at once has paid for nothing that is kept. */
const restMs = 3_000

const isOff = import.meta.env.DEV || keepsNothing()
if (!isOff && 'serviceWorker' in navigator && (!savesData() || isComingBack())) {
  // It is the browser's to say no, as in a private window.
  const register = () =>
    void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  const later = () => setTimeout(register, restMs)
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } }
  return connection?.saveData === true || connection?.effectiveType.endsWith('2g') === true
}

function isComingBack(): boolean {
  if (matchMedia('(display-mode: minimal-ui), (display-mode: standalone)').matches) return true
  return savedIds().length > 0
}
