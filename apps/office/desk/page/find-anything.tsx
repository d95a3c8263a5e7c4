import { Search } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { placeOf } from '../desk-api.ts'
import type { FoundAnywhere } from '../serve/routes/find.ts'
import { sendDesk } from './ask-desk.ts'
import { useKeyDown } from './desk-keys.tsx'
import { DeskLink } from './desk-link.tsx'
import { settle, useLastAnswer } from './use-answer.ts'

type Room = { to: string; name: string }
type Found = { group: string; to: string; says: string; beside?: string }

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

/** Enter in the field opens the first that is found; arrows go on to the others. */
function FindDialog({ rooms, onClose }: { rooms: readonly Room[]; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const { found, of, failure } = useFound(text.trim())
  /** Enter was pressed before the answer to this text was there. */
  const [wanted, setWanted] = useState<string>()
  useEffect(() => dialog.current?.showModal(), [])
  const isWaiting = of !== text.trim()
  const openFirst = () => dialog.current?.querySelector('a')?.click()
  useEffect(() => {
    if (wanted !== undefined && wanted === of && dialog.current?.open) openFirst()
  })

  function walk(event: KeyboardEvent<HTMLElement>): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
    all[all.indexOf(document.activeElement as HTMLElement) + step]?.focus()
  }

  const shown = shownOf(rooms, text.trim(), found)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its field and links have the focus
    <dialog
      ref={dialog}
      aria-label="Find anything"
      onClose={onClose}
      onKeyDown={walk}
      className="bg-paper text-ink border-control backdrop:bg-ink-deep/60 mx-auto mt-[8svh] max-h-[84svh] w-[min(40rem,94vw)] overflow-y-auto rounded-lg border"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isWaiting) setWanted(text.trim())
          else openFirst()
        }}
        className="bg-paper border-hairline sticky top-0 z-10 border-b p-3"
      >
        <input
          type="text"
          aria-label="A name, email, telephone, reference, certificate or room"
          placeholder="A name, email, telephone, reference, certificate or room"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setWanted(undefined)
          }}
          className="control w-full"
        />
      </form>
      <div className="p-1.5">
        {[...Map.groupBy(shown, ({ group }) => group)].map(([group, some]) => (
          <section key={group} aria-label={group}>
            <h2 className="text-ink-soft px-3 pt-2 pb-1 font-sans text-sm font-semibold tracking-normal">
              {group}
            </h2>
            <ul>
              {some.map(({ to, says, beside }) => (
                <li key={to}>
                  <DeskLink
                    to={to}
                    state={{ isFound: true }}
                    onClick={() => dialog.current?.close()}
                    className="hover:bg-warm focus:bg-peacock-pale flex min-h-9 items-center gap-3 rounded-sm px-3 -outline-offset-3 pointer-coarse:min-h-11"
                  >
                    <span dir="auto" className="min-w-0 grow truncate">
                      {says}
                    </span>
                    <span className="text-ink-soft max-w-1/2 shrink-0 truncate text-sm">
                      {beside}
                    </span>
                  </DeskLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p role="status" className="text-ink-soft px-4 pb-3 text-sm">
        {failure ??
          (isWaiting
            ? 'Looking…'
            : shown.length === 0
              ? 'Nothing fits.'
              : `${shown.length} shown. Enter opens the first.`)}
      </p>
    </dialog>
  )
}

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

function shownOf(rooms: readonly Room[], text: string, found: FoundAnywhere = []): Found[] {
  const named = rooms.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
  return [
    ...found.map((one) => ({ ...one, group: kinds[one.what], to: placeOf(one.what, one.id) })),
    ...named.map(({ to, name }) => ({ group: 'Rooms', to, says: name })),
  ]
}
