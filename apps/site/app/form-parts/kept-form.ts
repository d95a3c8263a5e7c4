import { keptFormName } from './form-draft.ts'

/**
 * A filled-in form that its writer asked us to keep on this device until it can be sent, with its file.
 * It is personal data: nothing is kept without being asked, and it goes once it was sent or is a week
 * old. There is one at most (decision 094).
 */
export type KeptForm = {
  idempotencyKey: string
  /** Of the privacy notice that was agreed to. */
  noticeVersion: string | undefined
  values: Record<string, string>
  files: Record<string, File>
  /** In milliseconds since 1970. */
  keptAt: number
}

const keptMs = 7 * 24 * 60 * 60 * 1000

/** The day on which it goes. */
export const keptUntil = ({ keptAt }: KeptForm) => new Date(keptAt + keptMs)

/** When this returns, the form survives that the browser is closed. Throws if the browser keeps nothing. */
export async function keepForm(kept: KeptForm): Promise<void> {
  // Whole, and not only by its path, which may lead to nothing when it is sent.
  const files = Object.entries(kept.files).map(
    async ([name, file]) =>
      [name, new File([await file.arrayBuffer()], file.name, { type: file.type })] as const,
  )
  const whole = { ...kept, files: Object.fromEntries(await Promise.all(files)) }
  const database = await open()
  const change = database.transaction('forms', 'readwrite', { durability: 'strict' })
  change.objectStore('forms').put(whole, 0)
  await new Promise<void>((resolve, reject) => {
    change.addEventListener('complete', () => resolve())
    change.addEventListener('abort', () => reject(change.error))
  }).finally(() => database.close())
}

/** @returns undefined if there is none, if it was older than a week, or if the browser keeps nothing. */
export async function readKept(): Promise<KeptForm | undefined> {
  try {
    const database = await open({ make: false })
    const reading: IDBRequest<KeptForm | undefined> = database
      .transaction('forms')
      .objectStore('forms')
      .get(0)
    const kept = await resultOf(reading).finally(() => database.close())
    if (!kept || keptUntil(kept).getTime() > Date.now()) return kept
    await forgetKept()
  } catch {
    // There is none.
  }
  return undefined
}

/** Deletes it, and the database with it. */
export const forgetKept = () => resultOf(indexedDB.deleteDatabase(keptFormName))

/** Puts a kept form in place of what the fields hold, whatever that is. */
export function fillWithKept(form: HTMLFormElement, { values, files }: KeptForm): void {
  for (const control of form.elements) {
    const name = control.getAttribute('name') ?? ''
    if (control instanceof HTMLInputElement && control.type === 'file') {
      const chosen = new DataTransfer()
      if (files[name]) chosen.items.add(files[name])
      control.files = chosen.files
      // For what shows the name of the file; the browser tells of its own choices only.
      control.dispatchEvent(new Event('change', { bubbles: true }))
    } else if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      control.checked = name in values
    } else if (
      control instanceof HTMLInputElement ||
      control instanceof HTMLSelectElement ||
      control instanceof HTMLTextAreaElement
    ) {
      control.value = values[name] ?? ''
    }
  }
}

/** @param make whether a database may be made; without, only one that is there is opened. */
function open({ make = true } = {}): Promise<IDBDatabase> {
  const opening = indexedDB.open(keptFormName)
  opening.addEventListener('upgradeneeded', () => {
    if (make) opening.result.createObjectStore('forms')
    else opening.transaction?.abort()
  })
  return resultOf(opening)
}

const resultOf = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
