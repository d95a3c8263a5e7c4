import { ifAllowed } from '#app/if-allowed.ts'

const key = 'typed-id'

/** An ID that is typed and not yet looked up is there in the other language as well. It is around the links. */
export function TypedId(links: HTMLElement): void {
  const field = document.querySelector<HTMLInputElement>('main [name=id]')
  if (!field) return
  const typed = ifAllowed(() => sessionStorage.getItem(key))
  ifAllowed(() => sessionStorage.removeItem(key))
  if (typed && field.value === '') {
    field.value = typed
    // The form may be alive already.
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  links.addEventListener('click', () => ifAllowed(() => sessionStorage.setItem(key, field.value)))
}
