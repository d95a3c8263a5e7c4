import './app.css'
import './layouts/keep-offline.ts'
import './layouts/missing-pictures.ts'
import './layouts/page-tools.ts'
import './layouts/put-in-today.ts'
import './layouts/site-header.ts'
import './pages/offline/opens-by-itself.ts'
import type { ComponentType } from 'react'
import { islandFile } from './island-file.ts'

/** Brings a page's islands to life, each by itself (`island.tsx`). */
const components = import.meta.glob<Record<string, ComponentType<object>>>('./**/*.island.tsx')
const scripts = import.meta.glob<Record<string, Script>>('./**/*.island.ts')

/** What an island is without React: it brings to life what the server has rendered. */
type Script = (island: HTMLElement) => void

const loaderOf = <Load>(files: Record<string, Load>, island: string): Load | undefined =>
  Object.entries(files).find(([file]) => file.includes(`/${islandFile(island)}.`))?.[1]

for (const [number, island] of document.querySelectorAll<HTMLElement>('[data-island]').entries())
  void bringToLife(island, `i${number}`)

// As with `data-alive`: tests wait for it.
document.documentElement.dataset['scripted'] = ''

/** @param prefix of its ids, as the server has it. */
async function bringToLife(island: HTMLElement, prefix: string): Promise<void> {
  const { island: name = '', props = '{}' } = island.dataset
  const loadScript = loaderOf(scripts, name)
  if (loadScript) {
    exported(await loadScript(), name)(island)
  } else {
    const [{ hydrate }, module] = await Promise.all([
      import('./hydrate.ts'),
      loaderOf(components, name)?.(),
    ])
    await hydrate(island, exported(module, name), JSON.parse(props), prefix)
  }
  island.dataset['alive'] = ''
}

/** @throws Error if there is no such file, or it exports something else. */
function exported<Island>(module: Record<string, Island> | undefined, name: string): Island {
  const island = module?.[name]
  if (!island) throw new Error(`There is no island ${name}.`)
  return island
}
