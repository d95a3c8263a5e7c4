/** What pages show of the server's settings. The browser reads them from the document. */
export type SiteSettings = {
  /** The origin that addresses of this site are built from, without a slash at its end. */
  siteUrl: string
  /** The address of the form that interns hand in their work with, absolute or a path. */
  taskFormUrl: string
  /** For how many days what visitors send is kept, in digits; empty if no age limit is set. */
  retentionDays: string
  /** "on" if there are sample certificates to link to, else empty. */
  samples: string
  /** How many witnesses the log needs, and the keys of all, with blanks between; empty if none. */
  witnesses: string
  /** "on" if no worker is to keep pages, else empty. */
  keepsNothing: string
}

let served: SiteSettings | undefined

/** From now on pages are rendered with these. */
export function serveSettings(settings: SiteSettings): void {
  served = settings
}

/** @returns a setting; empty where no server has said anything, as in a test of a part. */
const setting = (name: keyof SiteSettings): string =>
  (typeof document === 'undefined' ? served?.[name] : document.documentElement.dataset[name]) ?? ''

export const siteUrl = () => setting('siteUrl')
export const taskFormUrl = () => setting('taskFormUrl')
export const retentionDays = () => setting('retentionDays')
export const samples = () => setting('samples')
export const witnesses = () => setting('witnesses')
export const keepsNothing = () => setting('keepsNothing') !== ''

/** @returns the attributes in which the document has the settings that are not empty. */
export const documentSettings = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(served ?? {}).flatMap(([name, value]) => {
      const kebab = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      return value ? [[`data-${kebab}`, value]] : []
    }),
  )

/** What the frame of /submit-task shows as long as no form is set up. */
export const taskFormNotSetUp = '/task-form-not-set-up'

/**
 * What the hosted form may do in its frame. Our own page has no sandbox there: it is this site's own and
 * could lift it, of which browsers warn.
 */
export const taskFormSandbox = 'allow-forms allow-scripts allow-same-origin allow-popups'
