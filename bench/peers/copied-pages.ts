import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { RunningSite } from '@naic/test/support/start-site.ts'
import { openBrowser } from '../slow-phone.ts'

/** The pages that Next and Vite get. Links from them to others lead nowhere there. */
const copied = [
  '/',
  '/about',
  '/internships',
  '/internships/1',
  '/internships/8',
  '/apply',
  '/contact',
  '/privacy',
  '/terms',
  '/accessibility',
  '/sitemap',
  '/verify/NAIC25A7K2M',
]

/** A file of JSX; `client` if Next must hydrate it. */
type Part = { jsx: string; client: boolean }
type CopiedPage = {
  path: string
  title: string
  description: string
  jsx: string
  /** Whether it stands in the frame; what a certificate's page shows is all its own. */
  isFramed: boolean
}
export type Copy = {
  /** Header, footer and all else around `main`, with `{children}` in its place. */
  frame: string
  pages: CopiedPage[]
  /** Header, and forms, by the names that frame and pages call them by. */
  parts: Map<string, Part>
}

/**
 * Our own pages as a visitor sees them, as JSX: so that a peer shows the same text, with the same
 * looks and height, whatever becomes of ours. A peer gets no more of what our pages do than links
 * between them: it checks no form and no certificate, which makes it lighter than it would be.
 */
export async function copyPages(): Promise<Copy> {
  const site = await RunningSite.start()
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
    const parts = new Map<string, Part>()
    const pages: CopiedPage[] = []
    let frame = ''
    for (const each of copied) {
      await page.goto(`${site.url}${each}`, { waitUntil: 'networkidle' })
      // A certificate is checked meanwhile.
      if (each.startsWith('/verify/')) await page.waitForTimeout(1_500)
      const found = await page.evaluate(asJsx, `Form${pages.length}x`)
      if (each === '/') {
        frame = found.around.replace(found.main, () => '{children}')
        parts.set('Header', { jsx: found.header, client: true })
      }
      for (const [name, jsx] of Object.entries(found.forms)) parts.set(name, { jsx, client: true })
      const isFramed = found.header !== ''
      const { title, description, main, around } = found
      pages.push({ path: each, title, description, jsx: isFramed ? main : around, isFramed })
    }
    return { frame, pages, parts }
  } finally {
    await browser.close()
    await site.stop()
  }
}

/**
 * Writes what both peers share into their folder: the parts, the link that they are written with, our
 * style sheet, and what pages show as files.
 */
export async function writeShared(folder: string, { parts }: Copy): Promise<void> {
  await rm(path.join(folder, 'parts'), { recursive: true, force: true })
  await mkdir(path.join(folder, 'parts'), { recursive: true })
  for (const [name, { jsx, client }] of parts) {
    const text = component({ jsx, name, parts, directive: client ? `'use client'\n` : '' })
    await writeFile(path.join(folder, 'parts', `${name}.jsx`), text)
  }
  const built = 'build/client'
  const assets = await readdir(path.join(built, 'assets'))
  const sheets = assets.filter((name) => name.endsWith('.css'))
  const css = await Promise.all(
    sheets.map((name) => readFile(path.join(built, 'assets', name), 'utf8')),
  )
  await writeFile(path.join(folder, 'site.css'), css.join('\n'))
  await mkdir(path.join(folder, 'public/assets'), { recursive: true })
  for (const name of assets.filter((each) => each.endsWith('.woff2'))) {
    await cp(path.join(built, 'assets', name), path.join(folder, 'public/assets', name))
  }
  await cp(path.join(built, 'partners'), path.join(folder, 'public/partners'), { recursive: true })
}

/** The source of a component that shows this JSX. */
export function component(of: {
  jsx: string
  name: string
  parts: Copy['parts']
  directive?: string
  before?: string
  signature?: string
}): string {
  const { jsx, name, parts, directive = '', before = '', signature = `function ${name}()` } = of
  const used = [...parts.keys()].filter((part) => jsx.includes(`<${part} />`))
  const imports = used.map((part) => `import ${part} from '#parts/${part}.jsx'\n`)
  return `${directive}import A from '#link.jsx'\n${imports.join('')}${before}
export default ${signature} {
  return (<>${jsx}</>)
}
`
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
    if (node.matches('svg, .legal-text')) {
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
