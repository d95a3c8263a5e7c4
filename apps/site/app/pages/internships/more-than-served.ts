import { savedIds } from '#app/catalogue/saved-ids.ts'

/**
 * The catalogue needs its island, touched or not, where the page has not all: saved internships are known to the
 * browser alone, without a network the page of another query may stand in, and a step back may be to one.
 */
const list = document.querySelector<HTMLElement>('[data-island=CatalogueList]')
if (list) {
  const { served } = JSON.parse(list.dataset['props'] ?? '{}') as { served?: string }
  if (savedIds().length > 0 || location.search !== served) list.dataset['until'] = 'now'
  for (const change of ['popstate', 'storage'])
    addEventListener(change, () => list.dispatchEvent(new Event('focusin')))
}
