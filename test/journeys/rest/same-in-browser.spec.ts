import { allPaths } from '#support/all-paths.ts'
import { expect, failedLoads, notFoundLogged, openAlive, test } from '../site-test.ts'

/**
 * An island is rendered by the server and once more by the browser, which has less at hand. React does not
 * compare the attributes of what it takes over, so a difference would only show later: a message that no
 * field names, a link that leads elsewhere.
 */

test.use({ forgiven: new RegExp(`${failedLoads.source}|${notFoundLogged.source}`) })

const compared = { id: 'id', htmlFor: 'for', href: 'href', className: 'class', name: 'name' }

test('the browser takes every island over as the server wrote it', async ({ page }) => {
  let elements = 0
  for (const path of allPaths) {
    await openAlive(page, path)
    const { taken, differing } = await page.evaluate((attributes) => {
      const propsOf = (element: Element) => {
        const key = Object.keys(element).find((name) => name.startsWith('__reactProps'))
        return key && (element as unknown as Record<string, Record<string, unknown>>)[key]
      }
      const found = [...document.body.querySelectorAll('[data-alive] *')].flatMap((element) => {
        const props = propsOf(element)
        return props ? [{ element, props }] : []
      })
      const faults = found.flatMap(({ element, props }) =>
        Object.entries(attributes).flatMap(([name, attribute]) => {
          const [own, written] = [props[name] ?? null, element.getAttribute(attribute)]
          return String(own ?? '') === (written ?? '')
            ? []
            : [`${element.tagName} ${attribute}: ${written}, not ${own}`]
        }),
      )
      return { taken: found.length, differing: faults }
    }, compared)
    expect(differing, path).toEqual([])
    elements += taken
  }
  expect(elements).toBeGreaterThan(500)
})
