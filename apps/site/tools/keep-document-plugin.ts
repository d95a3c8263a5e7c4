import type { Plugin } from 'vite'

const reloads = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/

/**
 * Has React Router show the error in the page's place where the script of a page does not come. By
 * itself it reloads the document, which without a network puts the browser's own error in the
 * site's place (docs/decisions/066-a-link-that-is-pressed.md). It awaits some parts of the module
 * and takes others for left out, so that throwing at once would leave the page blank.
 */
export function keepDocumentPlugin(): Plugin {
  return {
    name: 'keep-document',
    transform(code, id) {
      if (!/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/.test(id)) return null
      if (!reloads.test(code)) this.error('React Router does not reload the document as it did.')
      return { code: code.replace(reloads, failingModule), map: null }
    },
  }
}

const failingModule = `
  const fail = () => { throw error };
  return { default: fail, clientLoader: fail };
`
