import { Search } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { placeOf } from '../desk-api.ts'
import type { FoundAnywhere } from '../serve/routes/find.ts'
import { sendDesk } from './ask-desk.ts'
import { useKeyDown } from './desk-keys.tsx'
import { settle, useLastAnswer } from './use-answer.ts'

type Room = { to: string; name: string }
type Found = { to: string; says: string; beside?: string | null }
type Group = { name: string; found: readonly Found[] }

/** One field for people, messages, certificates and rooms. It opens from anywhere with Ctrl+K. */
export function FindAnything({ rooms }: { rooms: readonly Room[] }) {
  const [isOpen, setIsOpen] = useState(false)
  useKeyDown((event) => {
    if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!document.querySelector('dialog[open]')) setIsOpen(true)
  })
  return (
    <>
      <button
        type="button"
        aria-label="Find anything"
        aria-keyshortcuts="Control+K"
        title="Find anything ( Ctrl+K )"
        onClick={() => setIsOpen(true)}
        className="flex min-h-11 min-w-11 shrink-0 items-center justify-center -outline-offset-3 hover:bg-current/10"
      >
        <Icon of={Search} className="size-4" />
      </button>
      {isOpen ? <FindDialog rooms={rooms} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

/** A combobox as the ARIA practices have it: the focus stays in the field, arrows choose, Enter opens. */
function FindDialog({ rooms, onClose }: { rooms: readonly Room[]; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { found, of, failure } = useFound(text.trim())
  /** Enter was pressed before the answer to this text was there. */
  const [wanted, setWanted] = useState<string>()
  useEffect(() => dialog.current?.showModal(), [])
  const isWaiting = of !== text.trim()

  const groups = groupsOf(rooms, text.trim(), found)
  const all = groups.flatMap((group) => group.found)
  const chosen = all[Math.min(at, all.length - 1)]
  const go = (to: string) => {
    dialog.current?.close()
    void navigate(to, { state: { isFound: true } })
  }
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  useEffect(() => {
    if (wanted !== undefined && wanted === of && chosen && dialog.current?.open) go(chosen.to)
  })

  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && all.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, all.length - 1) + step + all.length) % all.length)
    } else if (event.key === 'Enter' && !event.repeat && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (isWaiting) setWanted(text.trim())
      else if (chosen) go(chosen.to)
    }
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Find anything"
      onClose={onClose}
      className="bg-paper text-ink border-control backdrop:bg-ink-deep/60 mx-auto mt-[8svh] max-h-[84svh] w-[min(40rem,94vw)] overflow-y-auto rounded-lg border"
    >
      <div className="bg-paper border-hairline sticky top-0 z-10 border-b p-3">
        <input
          type="text"
          role="combobox"
          aria-label="A name, email, telephone, reference, certificate or room"
          placeholder="A name, email, telephone, reference, certificate or room"
          aria-expanded={all.length > 0}
          aria-controls="found-anywhere"
          aria-autocomplete="list"
          aria-activedescendant={chosen && idOf(all.indexOf(chosen))}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setWanted(undefined)
            setAt(0)
          }}
          onKeyDown={press}
          className="control w-full"
        />
      </div>
      <div id="found-anywhere" role="listbox" aria-label="Found" className="p-1.5">
        {groups.map(({ name, found: some }) => (
          <div key={name} role="group" aria-label={name}>
            <p aria-hidden className="text-ink-soft px-3 pt-2 pb-1 text-sm font-semibold">
              {name}
            </p>
            {some.map((one) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
              <div
                key={one.to}
                id={idOf(all.indexOf(one))}
                role="option"
                aria-selected={one === chosen}
                onClick={() => go(one.to)}
                className="aria-selected:bg-peacock-pale hover:bg-warm flex min-h-9 cursor-pointer items-center gap-3 rounded-sm px-3 forced-colors:aria-selected:outline-2 pointer-coarse:min-h-11"
              >
                <span dir="auto" className="min-w-0 grow truncate">
                  {one.says}
                </span>
                <span className="text-ink-soft max-w-1/2 shrink-0 truncate text-sm">
                  {one.beside}
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="text-ink-soft px-4 pb-3 text-sm">
        {failure ??
          (isWaiting ? 'Looking…' : all.length === 0 ? 'Nothing fits.' : `${all.length} shown`)}
      </p>
    </dialog>
  )
}

const idOf = (at: number) => `found-${at}`

const restMs = 200

/** @returns what was found last, and of which text. What was typed since is asked for after a short rest. */
function useFound(text: string): { of: string; found?: FoundAnywhere; failure?: string } {
  const got = useLastAnswer(text, async (signal) => {
    if (text === '') return {}
    await settle(restMs, signal)
    return { found: await sendDesk<FoundAnywhere>('/api/find', { text }) }
  })
  const { of = '', answer = {} } = got ?? {}
  return 'detail' in answer ? { of, failure: answer.detail } : { of, ...answer }
}

const kinds = {
  application: 'People who applied',
  message: 'Messages',
  certificate: 'Certificates',
}

function groupsOf(rooms: readonly Room[], text: string, found: FoundAnywhere = []): Group[] {
  const named = rooms.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
  const groups = found.map(({ what, found: some }): Group => {
    return { name: kinds[what], found: some.map((one) => ({ to: placeOf(what, one.id), ...one })) }
  })
  const ofRooms = { name: 'Rooms', found: named.map(({ to, name }) => ({ to, says: name })) }
  return [...groups, ofRooms].filter((group) => group.found.length > 0)
}
