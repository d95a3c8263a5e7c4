import type { Page } from '@playwright/test'

/** What is wrong with how a page fits its window, in words that name the place. */

/** What can be pressed, typed into or opened. */
const operable = 'a[href], button, input:not([type=hidden]), select, textarea, summary'

/** Puts functions into the page that the measures below share. Once for each page load. */
async function prepare(page: Page): Promise<void> {
  await page.evaluate(() => {
    /** Of no size, as what is only read aloud; or said to be nothing. */
    const isForEars = (element: Element | null): boolean =>
      element !== null &&
      ((getComputedStyle(element).position === 'absolute' && element.clientWidth <= 1) ||
        element.matches('[aria-hidden=true], [inert]') ||
        isForEars(element.parentElement))
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const nameOf = (element: Element) => {
      const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
      return `${element.tagName.toLowerCase()} "${words.replaceAll(/\s+/g, ' ').slice(0, 40)}"`
    }
    const parts = [0.1, 0.3, 0.5, 0.7, 0.9]
    const isUncovered = (element: Element) =>
      [...element.getClientRects()].some((rect) =>
        parts.some((across) =>
          parts.some((down) => {
            const there = document.elementFromPoint(
              rect.x + rect.width * across,
              rect.y + rect.height * down,
            )
            return there !== null && (element.contains(there) || there.contains(element))
          }),
        ),
      )
    const hides = (overflow: string) => /hidden|clip/.test(overflow)
    const ringOf = (element: Element | null, steps = 3): Element | undefined => {
      if (!element || steps === 0) return undefined
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const has = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
      return has ? element : ringOf(element.parentElement, steps - 1)
    }
    const isRingCutOff = (ring: Element): boolean => {
      const { outlineOffset, outlineWidth } = getComputedStyle(ring)
      // Sizes of boxes are rounded.
      const needed = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth) - 1
      const rect = ring.getBoundingClientRect()
      for (let box = ring.parentElement; box; box = box.parentElement) {
        if (box.matches('dialog, [popover]')) return false
        const { overflowX, overflowY } = getComputedStyle(box)
        // What is scrolled here may be anywhere beyond.
        if (/auto|scroll/.test(overflowX + overflowY)) return false
        const { left, right, top, bottom } = box.getBoundingClientRect()
        const beside = Math.min(rect.left - left, right - rect.right)
        const above = Math.min(rect.top - top, bottom - rect.bottom)
        if ((hides(overflowX) && beside < needed) || (hides(overflowY) && above < needed))
          return true
      }
      return false
    }
    Object.assign(window, { isForEars, isShown, nameOf, isUncovered, hides, ringOf, isRingCutOff })
  })
}

declare global {
  var isForEars: (element: Element) => boolean
  var isShown: (element: Element) => boolean
  var nameOf: (element: Element) => string
  /** Whether this overflow hides what does not fit. */
  var hides: (overflow: string) => boolean
  /** Whether any part of it is what one sees at its place in the window. */
  var isUncovered: (element: Element) => boolean
  /** What shows the focus: the element, or what stands for it. */
  var ringOf: (element: Element | null) => Element | undefined
  /** Whether its outline is cut off by something that nobody can scroll. */
  var isRingCutOff: (ring: Element) => boolean
}

/** @returns how many pixels the page is wider than its window; 0 where it fits. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })

/**
 * @param but what may be cut off, since all of it is shown elsewhere: a selector.
 * @returns elements that hide a part of what they hold. What can be scrolled is not hidden.
 */
export async function cutOff(page: Page, but = 'no-such-element'): Promise<string[]> {
  await prepare(page)
  return page.evaluate((mayBe) => {
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        if (isForEars(element) || !isShown(element) || element.textContent?.trim() === '')
          return false
        if (element.matches(mayBe)) return false
        // It holds the choices that are not shown.
        if (element.tagName === 'SELECT') return false
        const { overflowX, overflowY } = getComputedStyle(element)
        return (
          (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
          (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
        )
      })
      .map(nameOf)
  }, but)
}

/**
 * @param within what is looked at, such as a dialog that lies over all else: a selector.
 * @returns texts that lie over one another, or beyond the window's edge.
 */
export async function collidingTexts(page: Page, within = 'body'): Promise<string[]> {
  await prepare(page)
  return page.evaluate((selector) => {
    /** Only bars lie over a page on purpose. */
    const isOfBar = (element: Element | null): boolean =>
      element !== null &&
      (['fixed', 'sticky'].includes(getComputedStyle(element).position) ||
        isOfBar(element.parentElement))
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      ((/auto|scroll/.test(getComputedStyle(element).overflowX) &&
        element.scrollWidth > element.clientWidth) ||
        scrolls(element.parentElement))

    /** What is left of it by all that hides what does not fit. */
    const notCutOff = (rect: DOMRect, element: Element | null): DOMRect => {
      if (!element) return rect
      const { overflowX, overflowY } = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      const [left, right] = hides(overflowX) ? [box.left, box.right] : [-Infinity, Infinity]
      const [top, bottom] = hides(overflowY) ? [box.top, box.bottom] : [-Infinity, Infinity]
      const x = Math.max(rect.left, left)
      const y = Math.max(rect.top, top)
      const width = Math.min(rect.right, right) - x
      const height = Math.min(rect.bottom, bottom) - y
      return notCutOff(
        new DOMRect(x, y, Math.max(0, width), Math.max(0, height)),
        element.parentElement,
      )
    }

    const root = document.querySelector(selector) ?? document.body
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const lines: { of: Element; rect: DOMRect }[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const of = node.parentElement
      if (!of || node.textContent?.trim() === '' || isForEars(of) || !isShown(of)) continue
      if (of.closest('svg, script, style, noscript, select, textarea')) continue
      if (isOfBar(of) || scrolls(of)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { x, y, width, height } of range.getClientRects()) {
        // Of a line's box, where its letters are.
        const letters = new DOMRect(x + 1, y + height * 0.3, width - 2, height * 0.4)
        const rect = notCutOff(letters, of)
        if (rect.width > 0 && rect.height > 0) lines.push({ of, rect })
      }
    }
    const over = (a: DOMRect, b: DOMRect) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    const found = new Set<string>()
    for (const [index, { of, rect }] of lines.entries()) {
      const beyond = rect.right > document.documentElement.clientWidth + 1 || rect.left < -1
      if (beyond) found.add(`${nameOf(of)} is beyond the edge`)
      // A text that is cut off counts as what is seen of it, and as all of it.
      const other = lines
        .slice(index + 1)
        .find((later) => later.of !== of && over(rect, later.rect))
      if (other) found.add(`${nameOf(of)} lies over ${nameOf(other.of)}`)
    }
    return [...found]
  }, within)
}

/** @returns words that go on in the next line though nothing in them says where. */
export async function brokenWords(page: Page): Promise<string[]> {
  await prepare(page)
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const broken = new Set<string>()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const of = node.parentElement
      if (!of || isForEars(of) || !isShown(of) || of.closest('svg, script, style, select')) continue
      // Only words: an address may be broken.
      const words = /(?<!\S)\p{L}{3,}(?=[.,;:!?]*(?!\S))/gu
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(words)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) broken.add(word)
      }
    }
    return [...broken]
  })
}

/**
 * @returns what is less than 44 px high or wide. A link within running text is as high as its line, so
 *   links are left out whose block has at least four words outside its links.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  await prepare(page)
  return page.evaluate((selector) => {
    const isInRunningText = (element: Element) => {
      if (element.tagName !== 'A' || getComputedStyle(element).display !== 'inline') return false
      let block = element.parentElement
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
      const copy = block?.cloneNode(true) as Element
      for (const link of copy.querySelectorAll('a, .sr-only')) link.remove()
      return (copy.textContent?.match(/\p{L}+/gu)?.length ?? 0) >= 4
    }
    const rectOf = (element: Element) => {
      const labels =
        element instanceof HTMLInputElement && /checkbox|radio/.test(element.type)
          ? [...(element.labels ?? [])]
          : []
      const rects = [element, ...labels].map((part) => part.getBoundingClientRect())
      const edge = (side: 'left' | 'top' | 'right' | 'bottom') => rects.map((rect) => rect[side])
      return {
        width: Math.max(...edge('right')) - Math.min(...edge('left')),
        height: Math.max(...edge('bottom')) - Math.min(...edge('top')),
      }
    }
    return [...document.querySelectorAll(selector)]
      .filter((element) => isShown(element) && !element.closest('[aria-hidden=true], [inert]'))
      .filter((element) => !isInRunningText(element))
      .flatMap((element) => {
        const { width, height } = rectOf(element)
        if (width >= 43.9 && height >= 43.9) return []
        return [`${nameOf(element)} is ${Math.round(width)} x ${Math.round(height)}`]
      })
  }, operable)
}

/** @returns the largest share of the window's height that bars take, wherever the page is scrolled to. */
export const shareOfBars = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const height = window.innerHeight
    const isBar = (element: Element) => {
      // The menu is opened on purpose, and a toast goes.
      if (element.matches('[popover]') || element.ariaLabel === 'Notifications') return false
      const { position, top, bottom } = getComputedStyle(element)
      const rect = element.getBoundingClientRect()
      if (rect.width < window.innerWidth / 2) return false
      if (position === 'fixed') return true
      return (
        position === 'sticky' &&
        (Math.abs(rect.top - Number.parseFloat(top)) < 1 ||
          Math.abs(height - rect.bottom - Number.parseFloat(bottom)) < 1)
      )
    }
    const taken = () => {
      const rows = new Set<number>()
      for (const bar of [...document.querySelectorAll('body *')].filter(isBar)) {
        const { top, bottom } = bar.getBoundingClientRect()
        for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y++) rows.add(y)
      }
      return rows.size / height
    }
    const end = document.documentElement.scrollHeight - height
    const shares = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1].map((part) => {
      window.scrollTo({ top: end * part, behavior: 'instant' })
      return taken()
    })
    window.scrollTo({ top: 0, behavior: 'instant' })
    return Math.max(...shares)
  })

/** @returns what is wholly hidden while it has the focus, or its outline in part, forth and back. */
export async function hiddenWhileFocused(page: Page): Promise<string[]> {
  await prepare(page)
  return page.evaluate((selector) => {
    const stops = [...document.querySelectorAll<HTMLElement>(`${selector}, [tabindex="0"]`)].filter(
      (element) => isShown(element) && element.tabIndex >= 0 && !element.matches(':disabled'),
    )
    const hidden = new Set<string>()
    for (const stop of [...stops, ...stops.toReversed()]) {
      stop.focus()
      const ring = ringOf(stop)
      if (!ring || isRingCutOff(ring)) hidden.add(`the outline of ${nameOf(stop)}`)
      if (!isUncovered(stop)) hidden.add(nameOf(stop))
    }
    return [...hidden]
  }, operable)
}

/**
 * Goes through a page by Tab alone; in a dialog or a popover that is open, through that.
 *
 * @returns what is not reached so; and what shows no focus, or one that is covered or
 *   cut off.
 */
export async function faultsByTab(page: Page): Promise<string[]> {
  await prepare(page)
  const count = await page.evaluate((selector) => {
    const root =
      [...document.querySelectorAll('dialog[open]')].at(-1) ??
      document.querySelector(':popover-open') ??
      document.body
    const isTheOneOfItsGroup = (element: Element) => {
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
      const group = [...root.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
        ({ name }) => name === element.name,
      )
      return (group.find(({ checked }) => checked) ?? group[0]) === element
    }
    const stops = [...root.querySelectorAll<HTMLElement>(`${selector}, [tabindex="0"]`)].filter(
      (one) =>
        one.checkVisibility({ visibilityProperty: true }) &&
        one.tabIndex >= 0 &&
        !one.matches(':disabled') &&
        isTheOneOfItsGroup(one),
    )

    const left = new Set<Element>(stops)
    const lookAtFocus = () => {
      const { activeElement } = document
      if (!activeElement || activeElement === document.body) return undefined
      left.delete(activeElement)
      // Its parts have the focus one after another, and the browser marks each in its own way.
      if (activeElement.matches('input[type=date]')) return undefined
      const ring = ringOf(activeElement)
      if (!ring) return `${nameOf(activeElement)} shows no focus`
      if (isRingCutOff(ring)) return `the outline of ${nameOf(activeElement)} is cut off`
      const isCovered = !isUncovered(activeElement) && !isUncovered(ring)
      return isCovered ? `${nameOf(activeElement)} is covered` : undefined
    }
    const notReached = () => [...left].map((stop) => `${nameOf(stop)} is not reached`)
    Object.assign(window, { lookAtFocus, notReached })
    return stops.length
  }, operable)
  const faults = new Set<string>()
  // A few more than there are: the browser's own stops, such as what can be scrolled.
  for (let press = 0; press < count + 20; press += 1) {
    await page.keyboard.press('Tab')
    const fault = await page.evaluate(() => lookAtFocus())
    if (fault !== undefined) faults.add(fault)
    if (!(await page.evaluate(() => notReached())).length) break
  }
  return [...faults, ...(await page.evaluate(() => notReached()))]
}

declare global {
  var lookAtFocus: () => string | undefined
  var notReached: () => string[]
}

/** Counts how far things that were seen were moved, as browsers tell it. */
export const countShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = window as unknown as { shift: number }
    seen.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        seen.shift += (entry as unknown as { value: number }).value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
export const shift = (page: Page) =>
  page.evaluate(async () => {
    // What was moved is told after the frame that shows it.
    for (let frame = 0; frame < 3; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    return (window as unknown as { shift: number }).shift
  })
