import { RunningSite } from '@naic/test/support/start-site.ts'
import { openBrowser } from '../slow-phone.ts'

/** The pages that Next gets: those that are measured. Links from them to others lead nowhere there. */
const copied = [
  '/',
  '/internships',
  '/internships/1',
  '/internships/8',
  '/apply',
  '/verify/NAIC25A7K2M',
]

type CopiedPage = {
  path: string
  title: string
  description: string
  jsx: string
  /** Whether it stands in the frame; what a certificate's page shows is all its own. */
  isFramed: boolean
}
type Copy = {
  /** Header, footer and all else around `main`, with `{children}` in its place. */
  frame: string
  pages: CopiedPage[]
  /** What Next must hydrate, header and forms: JSX by the names that frame and pages call it by. */
  parts: Map<string, string>
}

/**
 * Our own pages as a visitor sees them, as JSX: so that a peer shows the same text, with the same
 * looks and height, whatever becomes of ours. A peer gets no more of what our pages do than links
 * between them: it checks no form and no certificate, which makes it lighter than it would be.
 */
export async function copyPages(): Promise<Copy> {
  await using site = await RunningSite.start()
  await using browser = await openBrowser()
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  const parts = new Map<string, string>()
  const pages: CopiedPage[] = []
  let frame = ''
  for (const each of copied) {
    await page.goto(`${site.url}${each}`, { waitUntil: 'networkidle' })
    // A certificate is checked meanwhile.
    if (each.startsWith('/verify/')) await page.waitForTimeout(1_500)
    const found = await page.evaluate(asJsx, `Form${pages.length}x`)
    if (each === '/') {
      frame = found.around.replace(found.main, () => '{children}')
      parts.set('Header', found.header)
    }
    for (const [name, jsx] of Object.entries(found.forms)) parts.set(name, jsx)
    const isFramed = found.header !== ''
    const { title, description, main, around } = found
    pages.push({ path: each, title, description, jsx: isFramed ? main : around, isFramed })
  }
  return { frame, pages, parts }
}

/** Runs in the page. */
function asJsx(formName: string) {
  const names: Record<string, string> = {
    class: 'className',
    for: 'htmlFor',
    tabindex: 'tabIndex',
    autocomplete: 'autoComplete',
    maxlength: 'maxLength',
    minlength: 'minLength',
    inputmode: 'inputMode',
    enterkeyhint: 'enterKeyHint',
    novalidate: 'noValidate',
    enctype: 'encType',
    datetime: 'dateTime',
    hreflang: 'hrefLang',
    srcset: 'srcSet',
    fetchpriority: 'fetchPriority',
    spellcheck: 'spellCheck',
    readonly: 'readOnly',
    autocapitalize: 'autoCapitalize',
    autofocus: 'autoFocus',
    colspan: 'colSpan',
    rowspan: 'rowSpan',
    value: 'defaultValue',
    checked: 'defaultChecked',
    viewbox: 'viewBox',
  }
  const skipped = 'script, link, style, noscript, template, iframe'
  const forms: Record<string, string> = {}

  const propsOf = (element: Element) =>
    [...element.attributes]
      .filter(({ name }) => !/^(on|style$|selected$|nonce$)/.test(name))
      .map(({ name, value }) => {
        const known = /^(aria|data)-/.test(name) ? name : (names[name] ?? camel(name))
        const isOn = value === '' && !/^(value|alt|class|href)$/.test(name) && !name.includes('-')
        return ` ${known}={${isOn ? 'true' : JSON.stringify(value)}}`
      })
      .join('')
  const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const styleOf = (element: Element) => {
    const style = (element as HTMLElement).style
    const rules = [...style].map((name) => [
      name.startsWith('--') ? name : camel(name),
      style.getPropertyValue(name),
    ])
    return rules.length > 0 ? ` style={${JSON.stringify(Object.fromEntries(rules))}}` : ''
  }
  const write = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return `{${JSON.stringify(node.textContent)}}`
    if (!(node instanceof Element) || node.matches(skipped)) return ''
    if (node.matches('body header')) return '<Header />'
    if (node.matches('main form')) {
      const name = `${formName}${[...document.forms].indexOf(node as HTMLFormElement)}`
      forms[name] = writeElement(node)
      return `<${name} />`
    }
    return writeElement(node)
  }
  const writeElement = (node: Element): string => {
    const tag = node.localName
    const isLink = tag === 'a' && /^\/(?!\/)/.test(node.getAttribute('href') ?? '')
    const name = isLink && !node.hasAttribute('download') ? 'A' : tag
    const props = `${propsOf(node)}${styleOf(node)}`
    // The same is HTML for our own pages.
    if (node.matches('svg')) {
      const html = JSON.stringify({ __html: node.innerHTML })
      return `<${name}${props} dangerouslySetInnerHTML={${html}} />`
    }
    if (tag === 'textarea') return `<textarea${props} />`
    const inside = [...node.childNodes].map(write).join('')
    return inside ? `<${name}${props}>${inside}</${name}>` : `<${name}${props} />`
  }

  const main = document.querySelector('main')
  const header = document.querySelector('body header')
  if (!main) throw new Error(`${location.pathname} has no main.`)
  const around = [...document.body.childNodes].map(write).join('')
  return {
    title: document.title,
    description: document.querySelector('meta[name=description]')?.getAttribute('content') ?? '',
    main: write(main),
    around,
    header: header ? writeElement(header) : '',
    forms,
  }
}
