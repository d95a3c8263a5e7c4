import { askInOtherLanguages } from '#app/layouts/ask-in-other-languages.ts'
import { savedIds, showSaved } from '#app/catalogue/saved-ids.ts'
import type { CatalogueEntry } from '@naic/content/internship-cards.ts'
import words from '@naic/content/en/internships-page.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { addressOf, type Answer, filterOf, noFilter, titleOf, viewOf } from './catalogue-view.ts'

/** The height that must be in sight, in pixels: from the number of results to the first one's title. */
const enough = 260

/**
 * The list follows what is typed and chosen, which is not sent. The address holds the filter and the browser
 * holds the fields, so that nothing typed is lost or overtaken, whether this script has come or not. The document
 * has all cards, in the list or in a template.
 */
export function CatalogueList(root: HTMLElement): void {
  const part = (name: string) => root.querySelector(`[data-part=${name}]`) as HTMLElement
  const form = part('search') as HTMLFormElement
  const results = part('results')
  const rest = root.querySelector('template')?.content.children ?? []
  /** By the list that they are for and their internship. */
  const cards = new Map<string | null, Element>()
  for (const card of [...root.querySelectorAll('[data-card]'), ...rest])
    cards.set(card.getAttribute('data-card'), card)

  function draw() {
    const query = new URLSearchParams(location.search)
    const filter = filterOf(query)
    const saved = savedIds()
    const savedAlone = query.has('saved')
    const view = viewOf(filter, savedAlone ? saved : undefined)
    const hadFocus = root.contains(document.activeElement)

    // All that the list in another language understands.
    askInOtherLanguages(new URLSearchParams(filter.likes.map((like) => ['like', like])))
    document.title = document.title.replace(/^.*(?= \|)/, titleOf(filter.category))
    part('page').toggleAttribute('data-asked', view.askedFor)
    for (const [name, text] of Object.entries(view.texts)) say(part(name), text)
    for (const [name, isHidden] of Object.entries(view.hidden)) part(name).hidden = isHidden
    drawAnswers(part('answers'), view.answers)
    place('listed', view.listed)
    place('featured', view.featured)
    showSaved(root)
    const featured = part('featured-section')
    if (view.askedFor) part('all').after(featured)
    else part('all').before(featured)
    part('to-saved').hidden = savedAlone || saved.length === 0
    say(part('saved'), fill(words.list.savedLink, { count: saved.length }))
    // The button on a card that was taken away had the focus.
    if (hadFocus && document.activeElement === document.body)
      part('title').focus({ preventScroll: true })
  }

  function place(list: 'listed' | 'featured', shown: readonly CatalogueEntry[]) {
    const wanted = shown.flatMap(({ id }) => cards.get(`${list} ${id}`) ?? [])
    const there = [...part(list).children]
    // A card that is put in anew loses the focus.
    if (wanted.length !== there.length || wanted.some((card, at) => card !== there[at]))
      part(list).replaceChildren(...wanted)
  }

  /** What is shown begins in sight: a keyboard may cover it, or it may have been scrolled past. */
  function show(address: string, step: 'pushState' | 'replaceState') {
    history[step](null, '', address)
    draw()
    const { top } = results.getBoundingClientRect()
    const height = visualViewport?.height ?? innerHeight
    if (top < 0 || top + enough > height) results.scrollIntoView({ behavior: 'instant' })
  }

  /** Takes over what the fields hold. Choosing is a step that the back button takes back; typing is none. */
  function follow() {
    const held = filterOf(new FormData(form))
    const asked = filterOf(new URLSearchParams(location.search))
    if (addressOf(held) === addressOf(asked)) return
    const isTyped = addressOf({ ...held, text: '' }) === addressOf({ ...asked, text: '' })
    show(addressOf(held), isTyped ? 'replaceState' : 'pushState')
  }

  root.addEventListener('input', follow)
  root.addEventListener('submit', (event) => {
    event.preventDefault()
    if (event.target === form) {
      follow()
      // A keyboard on the screen covers the list.
      if (matchMedia('(pointer: coarse)').matches) (document.activeElement as HTMLElement).blur()
    } else {
      show(addressOf(noFilter), 'pushState')
      fillIn(form)
      form.querySelector('input')?.focus()
    }
  })
  for (const link of [part('to-all'), part('to-saved')] as HTMLAnchorElement[])
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      show(link.href, 'pushState')
      fillIn(form)
    })
  // A browser leaves a chip where it is that shows a few pixels beyond the edge of its row.
  root.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(':focus-visible'))
      target.scrollIntoView({ behavior: 'instant', block: 'nearest', inline: 'nearest' })
  })
  addEventListener('popstate', () => {
    fillIn(form)
    draw()
  })

  // Somebody may have typed before the script came; else a page that was kept may not be for this query.
  const held = addressOf(filterOf(new FormData(form)))
  if (held === form.dataset['served']) fillIn(form)
  else history.replaceState(null, '', held)
  draw()
  for (const card of cards.values()) card.querySelector('[data-save]')?.removeAttribute('hidden')
  addEventListener('storage', draw)
  addEventListener('pageshow', draw)
}

/** What is said again is announced again. */
function say(place: HTMLElement, text: string) {
  if (place.textContent !== text) place.textContent = text
}

/** As `SearchAnswers` has rendered them. */
function drawAnswers(place: HTMLElement, answers: readonly Answer[]) {
  const rows = answers.map(({ text: textContent, links }) => {
    const row = document.createElement('div')
    row.append(
      Object.assign(document.createElement('p'), { textContent }),
      ...links.map(({ to: href, text }) =>
        Object.assign(document.createElement('a'), { href, textContent: text }),
      ),
    )
    return row
  })
  place.replaceChildren(...rows)
}

function fillIn({ elements }: HTMLFormElement) {
  const filter = filterOf(new URLSearchParams(location.search))
  const chosen = new Set<string>([...filter.levels, ...filter.weeks.map(String), ...filter.likes])
  for (const field of elements) {
    if (field instanceof HTMLSelectElement) field.value = filter.category
    if (!(field instanceof HTMLInputElement)) continue
    if (field.type === 'checkbox') field.checked = chosen.has(field.value)
    else field.value = filter.text
  }
}
