import { allPaths } from '#support/all-paths.ts'
import { expect, failedLoads, notFoundLogged, test } from '../site-test.ts'

/**
 * The server renders with React Router and the browser with a small router of ours (decision 103). React
 * does not compare the attributes of what it takes over, so a difference would only show later: a
 * message that no field names, a link that leads elsewhere.
 */

test.use({ forgiven: new RegExp(`${failedLoads.source}|${notFoundLogged.source}`) })

const compared = { id: 'id', htmlFor: 'for', href: 'href', className: 'class', name: 'name' }

/** Without a network they stand for any page, so they have no script (decision 095). */
const scriptless = /^\/offline/

for (const path of [...allPaths, '/%0A'].filter((each) => !scriptless.test(each))) {
  test(`the browser takes ${path} over as the server wrote it`, async ({ page }) => {
    await page.goto(path)
    await page.waitForFunction(() =>
      Object.keys(document.body.firstElementChild ?? {}).some((name) => name.startsWith('__react')),
    )
    const { elements, differing } = await page.evaluate((attributes) => {
      const propsOf = (element: Element) => {
        const key = Object.keys(element).find((name) => name.startsWith('__reactProps'))
        return key && (element as unknown as Record<string, Record<string, unknown>>)[key]
      }
      const taken = [...document.body.querySelectorAll('*')].flatMap((element) => {
        const props = propsOf(element)
        return props ? [{ element, props }] : []
      })
      const faults = taken.flatMap(({ element, props }) =>
        Object.entries(attributes).flatMap(([name, attribute]) => {
          const [own, written] = [props[name] ?? null, element.getAttribute(attribute)]
          return String(own ?? '') === (written ?? '')
            ? []
            : [`${element.tagName} ${attribute}: ${written}, not ${own}`]
        }),
      )
      return { elements: taken.length, differing: faults }
    }, compared)
    expect(differing).toEqual([])
    expect(elements).toBeGreaterThan(5)
  })
}
