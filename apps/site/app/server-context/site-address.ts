/**
 * The site's own origins, the task form's address, and how long things are kept. They are settings of the server, and the
 * pages are rendered before the server runs: what is rendered carries placeholders, which the server replaces by the
 * settings when it reads the pages into memory. The browser reads them from the document.
 */
export const siteUrlPlaceholder = 'https://site-url.invalid'
export const apiUrlPlaceholder = 'https://api-url.invalid'
export const taskFormUrlPlaceholder = 'https://task-form-url.invalid'

export const retentionDaysPlaceholder = 'retention-days.invalid'

export const samplesPlaceholder = 'samples.invalid'

/** @returns the origin that addresses of this site are built from, without a slash at its end. */
export function siteUrl(): string {
  return fromDocument('siteUrl') ?? siteUrlPlaceholder
}

/** @returns the origin that forms are sent to, without a slash at its end; empty for the page's own. */
export function apiUrl(): string {
  return fromDocument('apiUrl') ?? apiUrlPlaceholder
}

/** What the frame of /submit-task shows as long as no form is set up. */
export const taskFormNotSetUp = '/task-form-not-set-up'

/**
 * What the hosted form may do in its frame. Not for the page above: it is this site's own and
 * could lift its sandbox, of which browsers warn; the server leaves the attribute out then.
 */
export const taskFormSandbox = 'allow-forms allow-scripts allow-same-origin allow-popups'

/** @returns the address of the form that interns hand in their work with, absolute or a path. */
export function taskFormUrl(): string {
  return fromDocument('taskFormUrl') ?? taskFormUrlPlaceholder
}

/**
 * @returns for how many days what visitors send is kept, in digits; empty where nothing is deleted for its
 *   age; the placeholder as long as that is not known.
 */
export function retentionDays(): string {
  return fromDocument('retentionDays') ?? retentionDaysPlaceholder
}

/** @returns "on" where there are sample certificates to lead to, else nothing; or the placeholder. */
export function samples(): string {
  return fromDocument('samples') ?? samplesPlaceholder
}

function fromDocument(
  name: 'siteUrl' | 'apiUrl' | 'taskFormUrl' | 'retentionDays' | 'samples',
): string | undefined {
  return typeof document === 'undefined' ? undefined : document.documentElement.dataset[name]
}
