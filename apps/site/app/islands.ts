import './app.css'
import './layouts/keep-offline.ts'
import './layouts/page-tools.ts'
import './layouts/site-header.ts'
import './pages/offline/opens-by-itself.ts'
import type { ComponentType } from 'react'
import { islandFile } from './island-file.ts'

/** What an island is without React: it brings to life what the server has rendered. */
type Script = (island: HTMLElement) => void

/** Brings a page's islands to life, each by itself (`island.tsx`). */
const files = import.meta.glob<Record<string, Script | ComponentType<object>>>(
  './**/*.island.{ts,tsx}',
)

for (const [number, island] of document.querySelectorAll<HTMLElement>('[data-island]').entries())
  void bringToLife(island, `i${number}`)

// As with `data-alive`: tests wait for it.
document.documentElement.dataset['scripted'] = ''

/**
 * @param prefix of its ids, as the server has it.
 * @throws Error if there is no such file, or it exports something else.
 */
async function bringToLife(island: HTMLElement, prefix: string): Promise<void> {
  const { island: name = '', props = '{}' } = island.dataset
  const isOfIt = ([file]: [string, unknown]) => file.includes(`/${islandFile(name)}.`)
  const [file, load] = Object.entries(files).find(isOfIt) ?? []
  const [react, module] = await Promise.all([
    file?.endsWith('.tsx') ? import('./hydrate.ts') : undefined,
    load?.(),
  ])
  const found = module?.[name]
  if (!found) throw new Error(`There is no island ${name}.`)
  if (react) await react.hydrate(island, found as ComponentType<object>, JSON.parse(props), prefix)
  else (found as Script)(island)
  island.dataset['alive'] = ''
}
