/**
 * Settings of the server that pages show. What the build renders carries these placeholders, which the
 * server replaces when it reads the pages into memory. What the server renders for a request has the
 * settings from the beginning, since it also has words of the visitor's, in which nothing may be
 * replaced. The browser reads the settings from the document.
 */
export const placeholders = {
  siteUrl: 'https://site-url.invalid',
  apiUrl: 'https://api-url.invalid',
  taskFormUrl: 'https://task-form-url.invalid',
  retentionDays: 'retention-days.invalid',
  samples: 'samples.invalid',
  witnesses: 'witnesses.invalid',
}

/** `codeOf` draws the QR code of a page's address, as the `d` of a path. */
export type ServedSettings = typeof placeholders & { codeOf: (path: string) => string }

let served: ServedSettings | undefined

/** From now on pages are rendered with these. */
export function serveSettings(settings: ServedSettings): void {
  served = settings
}

const setting = (name: keyof typeof placeholders): string =>
  (typeof document === 'undefined' ? served?.[name] : document.documentElement.dataset[name]) ??
  placeholders[name]

/** @returns the origin that addresses of this site are built from, without a slash at its end. */
export const siteUrl = () => setting('siteUrl')

/** @returns the origin that forms are sent to, without a slash at its end; empty for the page's own. */
export const apiUrl = () => setting('apiUrl')

/** @returns the address of the form that interns hand in their work with, absolute or a path. */
export const taskFormUrl = () => setting('taskFormUrl')

/** @returns for how many days what visitors send is kept, in digits; empty if no age limit is set. */
export const retentionDays = () => setting('retentionDays')

/** @returns "on" if there are sample certificates to link to, else nothing. */
export const samples = () => setting('samples')

/** @returns how many witnesses the log needs, and the keys of all, with blanks between; empty if none. */
export const witnesses = () => setting('witnesses')

/** @returns the QR code of this page's address, as the `d` of a path, or what the server replaces by it. */
export const codeOfPage = (path: string) => served?.codeOf(path) ?? codePlaceholder + path

/** A path follows it. */
export const codePlaceholder = 'qr-code-of.invalid'

/** What the frame of /submit-task shows as long as no form is set up. */
export const taskFormNotSetUp = '/task-form-not-set-up'

/**
 * What the hosted form may do in its frame. The page above has none: it is this site's own and
 * could lift its sandbox, of which browsers warn, so the server leaves the attribute out then.
 */
export const taskFormSandbox = 'allow-forms allow-scripts allow-same-origin allow-popups'

/** What the document carries if OFFLINE_PAGES is off: no worker is to keep pages. */
export const keepsNothing = 'data-keeps-nothing'

/** In a page's `<style>` until the server puts the rules there that this page uses (decision 043). */
export const pageStylesPlaceholder = '/* page-styles */'
