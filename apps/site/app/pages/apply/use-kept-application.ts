import { useEffect, useState } from 'react'
import { keptFormName } from '#app/form-parts/form-draft.ts'

/**
 * @param isTyped whether the visitor has begun with the form.
 * @returns what keeps an application on this device, once it may be needed; undefined before, and where
 *   it could not be fetched.
 */
export function useKeptApplication(isTyped: boolean) {
  const [part, setPart] = useState<typeof import('./kept-application.tsx')>()

  useEffect(() => {
    const fetchPart = async () => {
      if (isTyped || (await mayBeKept())) setPart(await import('./kept-application.tsx'))
    }
    fetchPart().catch(() => undefined)
  }, [isTyped])

  return part
}

/** Of a browser that does not list its databases, it is not known. */
async function mayBeKept(): Promise<boolean> {
  const databases = await indexedDB.databases?.()
  return databases?.some(({ name }) => name === keptFormName) ?? true
}
