/** All that checks a file and shows the result, React with it, which most visitors never need. */
const loadChecks = () => import('./checked-file.tsx')

/** Checks what is chosen, or dropped or pasted anywhere on the page, on this device (`check-a-file.tsx`). */
export function CheckAFile(root: HTMLElement): void {
  const part = (name: string) => root.querySelector(`[data-part=${name}]`) as HTMLElement
  const place = part('place')
  const said = part('said')
  const outcome = part('outcome')
  const input = root.querySelector('input') as HTMLInputElement
  const { to = '', words, checking = '', notLoaded = '' } = place.dataset
  let latest = 0

  async function check(files: readonly File[]) {
    const mine = ++latest
    part('names').textContent = files.map(({ name }) => name).join(', ')
    outcome.textContent = said.textContent = files.length > 0 ? checking : ''
    if (files.length === 0) return
    try {
      const { checkChosen, render } = await loadChecks()
      const { announced, shown } = await checkChosen(files, { to, words })
      // Other files may have been chosen meanwhile.
      if (mine !== latest) return
      render(shown, outcome)
      said.textContent = announced
    } catch {
      if (mine === latest) outcome.textContent = said.textContent = notLoaded
    }
    // It lands below what a phone shows.
    outcome.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }

  input.addEventListener('change', () => void check([...(input.files ?? [])]))
  // A file may have been chosen before the script came.
  if (input.files?.length) void check([...input.files])

  addEventListener('paste', ({ clipboardData }) => {
    if (clipboardData?.files.length) void check([...clipboardData.files])
  })
  // Text may still be dragged into a field. A file would be opened in place of the page.
  addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    place.dataset['over'] = ''
  })
  addEventListener('dragleave', ({ relatedTarget }) => {
    if (!relatedTarget) delete place.dataset['over']
  })
  addEventListener('drop', (event) => {
    delete place.dataset['over']
    if (!event.dataTransfer?.files.length) return
    event.preventDefault()
    void check([...event.dataTransfer.files])
  })

  // Once somebody reaches for it, so that files can then be checked offline as well. That they cannot be
  // checked is said once there is one.
  for (const sign of ['pointerenter', 'focusin', 'dragenter'])
    place.addEventListener(sign, () => void loadChecks().then(prepare, () => undefined))
}

const prepare = ({ prepareChecks }: Awaited<ReturnType<typeof loadChecks>>) => prepareChecks()
