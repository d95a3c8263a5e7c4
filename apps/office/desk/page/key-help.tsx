import { Keyboard } from 'lucide-react'
import { statuses } from '@naic/admissions/applications/application-status.ts'
import { switchKeys, useKeysOn } from './key-choice.ts'
import { useDeskKeys } from './use-desk-keys.ts'

const keys = [
  ['j, k', 'the next, the one before'],
  ['/', 'search'],
  ...Object.values(statuses).map(
    ({ key, action, letter }) =>
      [key, `${action.toLowerCase()}${letter ? ': shows the letter first' : ''}`] as const,
  ),
  ['Ctrl+Enter', 'in a letter that is shown: send it'],
  ['Esc', 'leave it'],
  ['?', 'this list'],
] as const

/** Which keys do what, and whether they do. */
export function KeyHelp() {
  const isOn = useKeysOn()
  useDeskKeys({ '?': () => document.querySelector<HTMLElement>('#keys')?.togglePopover() })
  return (
    <>
      <button
        type="button"
        popoverTarget="keys"
        className="pointer-coarse:hidden max-sm:hidden ml-auto inline-flex min-h-11 items-center gap-2 px-3 hover:bg-current/10"
      >
        <Keyboard aria-hidden className="size-4" />
        Keys
      </button>
      <div
        id="keys"
        popover="auto"
        className="bg-paper text-ink border-control inset-auto top-14 right-4 m-0 rounded-lg border p-5"
      >
        <h2 className="text-lg">Keys</h2>
        <dl className="my-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {keys.map(([key, what]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="font-mono font-semibold">{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <label className="flex items-center gap-3">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ currentTarget }) => switchKeys(currentTarget.checked)}
            className="accent-peacock size-5"
          />
          Use letter keys as shortcuts
        </label>
      </div>
    </>
  )
}
