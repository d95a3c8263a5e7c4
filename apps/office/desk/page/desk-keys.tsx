import { Keyboard } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { statuses } from '@naic/admissions/applications/application-status.ts'
import { Tick } from './tick.tsx'

/** Whether single keys do something, as this browser remembers for the desk's address. */
const remembered = 'desk-keys'
const areKeysOn = (): boolean => localStorage.getItem(remembered) !== 'off'

/** What single keys do while nobody types and no dialog is open. They can be switched off (WCAG 2.1.4). */
export function useDeskKeys(keys: Readonly<Record<string, () => void>>): void {
  useFreeKeys((event) => {
    const act = keys[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (!areKeysOn()) return
    if (event.key === 'Escape' && document.querySelector(':popover-open')) return
    event.preventDefault()
    act()
  })
}

/** Hears keys while nobody types and no dialog is open. */
export function useFreeKeys(press: (event: KeyboardEvent) => void): void {
  useKeyDown((event) => {
    const isOpen = document.querySelector('dialog[open], :popover-open:not(#keys)')
    if (!isOpen && !isTyping(event.target)) press(event)
  })
}

/** Hears every key, wherever the focus is, from the moment at which the page can be seen. */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  const newest = useEffectEvent(press)
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => newest(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** In a list of choices, a letter moves to a choice. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="checkbox"]), textarea, select') !== null

const keys = [
  ['[, ]', 'the room to the left, to the right'],
  ['j, k', 'the next, the one before'],
  ['Esc', 'back to the whole list'],
  ['/', 'search'],
  ['Ctrl+K', 'find anything, from any room'],
  ['Down, Up', 'from row to row'],
  ['x', 'select this one, or leave it again'],
  ['Shift+J, K, Down, Up', 'select on to the next'],
  ['Ctrl+A', 'select all that are shown'],
  ['.', 'show what is new in the list'],
  ...Object.values(statuses).map(
    ({ key, action, letter }) =>
      [key, `${action.toLowerCase()}${letter ? ': shows the letter first' : ''}`] as const,
  ),
  ['i', 'I have it'],
  ['o', 'who has it'],
  ['1 to 5, 0', 'a score, none'],
  ['t', 'add a tag'],
  ['h', 'tasks received (handed in)'],
  ['f', 'fee received'],
  ['e', 'correct the name, of a certificate too, or the address of a letter'],
  ['a', 'answer a message: shows the letter first'],
  ['m', 'mark a message as answered'],
  ['g', 'send a letter again'],
  ['r', 'revoke a certificate: shows the letter first'],
  ['i', 'issue certificates'],
  ['n', 'write a note'],
  ['p', 'tasks and fees (payments) from a sheet'],
  ['x', 'export what is held of a person'],
  ['e', 'erase what is held of a person: shows first what goes'],
  ['Ctrl+Enter', 'send the letter that is shown'],
  ['z', 'take back what you did last'],
  ['Esc', 'leave the letter'],
  ['?', 'this list'],
] as const

/** Lists the keys, and switches them off. */
export function KeyHelp() {
  const [areOn, setAreOn] = useState(areKeysOn)
  useDeskKeys({ '?': () => document.querySelector<HTMLElement>('#keys')?.togglePopover() })
  return (
    <>
      <button
        type="button"
        popoverTarget="keys"
        className="pointer-coarse:hidden max-sm:hidden inline-flex shrink-0 items-center gap-2 px-3 -outline-offset-3 hover:bg-current/10"
      >
        <Icon of={Keyboard} />
        Keys
      </button>
      <div
        id="keys"
        popover="auto"
        className="bg-paper text-ink border-control inset-auto top-13 right-4 m-0 max-h-[85svh] w-[min(52rem,94vw)] overflow-y-auto rounded-lg border p-5"
      >
        <h2 className="text-lg">Keys</h2>
        <dl className="my-3 gap-x-8 lg:columns-2">
          {keys.map(([key, what]) => (
            <div
              key={key + what}
              className="grid break-inside-avoid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 py-0.5"
            >
              <dt>
                <kbd className="font-mono font-semibold">{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <Tick
          isOn={areOn}
          onTick={(isOn) => {
            setAreOn(isOn)
            localStorage.setItem(remembered, isOn ? 'on' : 'off')
          }}
        >
          Use letter keys as shortcuts
        </Tick>
      </div>
    </>
  )
}
