import { createHash } from 'node:crypto'

/**
 * The inline scripts of a page that its security policy lets run, by their texts: what a browser
 * makes of `script-src`, told by nonces and hashes alone.
 */
export function allowedScripts(html: string, policy: string | null): string[] {
  const sources = /(?:^|; )script-src ([^;]*)/.exec(policy ?? '')?.[1]?.split(' ')
  const scripts = [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
  return scripts.flatMap(([, attributes = '', text = '']) => {
    if (/ src=| type="application\//.test(attributes)) return []
    const nonce = / nonce="([^"]*)"/.exec(attributes)?.[1]
    const hash = createHash('sha256').update(text).digest('base64')
    const allowed =
      !sources ||
      sources.includes("'unsafe-inline'") ||
      sources.includes(`'nonce-${nonce}'`) ||
      sources.includes(`'sha256-${hash}'`)
    return allowed ? [text] : []
  })
}
