import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { islandFile } from '#app/island-file.ts'
import type * as RenderPage from '#app/render-page.tsx'
import type { SiteSettings } from '#app/server-context/site-settings.ts'
import { taskFormNotSetUp } from '#app/server-context/site-settings.ts'
import type { Config } from '@naic/house/config.ts'
import { version } from '@naic/store/this-version.ts'

export type PageRenderer = ReturnType<typeof RenderPage.createRenderer>

export const servedSettings = (config: Config): SiteSettings => ({
  siteUrl: config.siteUrl,
  taskFormUrl: config.taskFormUrl ?? taskFormNotSetUp,
  retentionDays: String(config.retentionDays ?? ''),
  samples: config.sampleCertificates ? 'on' : '',
  witnesses:
    config.witnesses.length > 0
      ? [config.witnessesNeeded, ...config.witnesses.map(({ vkey }) => vkey)].join(' ')
      : '',
  keepsNothing: config.offlinePages ? '' : 'on',
})

export async function loadPageRenderer(build: string, config: Config): Promise<PageRenderer> {
  const entry = pathToFileURL(path.resolve(build, 'server/index.js')).href
  const { createRenderer } = (await import(entry)) as typeof RenderPage
  return createRenderer(servedSettings(config), await readAssets(build))
}

/** A file of the browser's half, as Vite lists it (https://vite.dev/guide/backend-integration). */
type Listed = { file: string; imports?: string[]; css?: string[] }

async function readAssets(build: string): Promise<RenderPage.Assets> {
  const listed = JSON.parse(await readFile(path.join(build, 'islands.json'), 'utf8')) as Record<
    string,
    Listed
  >
  const entry = 'app/islands.ts'
  const withImports = (source: string): string[] => {
    if (source === entry) return []
    const { file = '', imports = [] } = listed[source] ?? {}
    return [`/${file}`, ...imports.flatMap(withImports)]
  }
  const scripts = new Map(
    Object.keys(listed).map((source) => {
      const withReact = source.endsWith('x') ? ['app/hydrate.ts', source] : [source]
      const island = /([^/]+)\.island\.tsx?$/.exec(source)?.[1] ?? ''
      return [island, [...new Set(withReact.flatMap(withImports))]]
    }),
  )
  return {
    version,
    script: `/${listed[entry]?.file}`,
    sheet: `/${listed[entry]?.css?.[0]}`,
    scriptsOf: (island) => scripts.get(islandFile(island)) ?? [],
  }
}
