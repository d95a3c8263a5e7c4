/** What a browser keeps for when there is no network (decision 095). The server makes it, the worker splits it. */
export type KeptPages = {
  /** Of every page. */
  headers: Record<string, string>
  /** Pages by their paths. A policy fits exactly one page. */
  pages: Record<string, { policy: string; html: string }>
  /** Scripts, styles, fonts and pictures of these pages, which the browser mostly has. */
  files: string[]
}

/** In the worker's script until the server puts the digest of what is kept there. */
export const versionPlaceholder = 'version-of-kept-pages.invalid'

/** In a kept page until the worker puts the day there on which it kept the page. */
export const dayPlaceholder = 'day-of-kept-page.invalid'

/** Where the worker fetches what it keeps. */
export const addressOfKept = (version: string) => `/kept/${version}.json`

/** @returns a digest of these bytes: 22 letters, digits, "-" and "_". The browser has this function too. */
export async function versionOf(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return btoa(String.fromCharCode(...digest.subarray(0, 16)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** The pages that stand for those that are not kept, in `apps/site/app/routes.ts`. */
export const offlinePages = { any: '/offline', certificate: '/offline/certificate' }
