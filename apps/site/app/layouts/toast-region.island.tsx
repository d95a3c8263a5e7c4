import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import words from '@naic/content/en/site.json' with { type: 'json' }
import { dismissToast, dismissToastLater, type Toast, useToast } from './toast.ts'

/**
 * Where toasts appear: at the top, below what stays in sight there, since a keyboard on the screen
 * hides what is at the bottom; or there, if it would cover what was pressed. Its lists are in the page from the start and empty: screen readers
 * announce only what comes into a live region that they know.
 */
export function ToastRegion() {
  const toast = useToast()
  const failed = toast?.tone === 'destructive'
  const region = useRef<HTMLElement>(null)
  const cameFrom = useRef<Element>(null)
  useToastRoom(region, toast)

  useEffect(() => {
    if (!toast) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') dismiss(toast, region.current, cameFrom.current)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [toast])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only remembers
    <section
      ref={region}
      aria-label={words.notifications}
      onFocus={({ relatedTarget }) => {
        if (!region.current?.contains(relatedTarget)) cameFrom.current = relatedTarget
      }}
      className="toasts"
      data-low={toast?.low || undefined}
    >
      {(['polite', 'assertive'] as const).map((live) => (
        <ol key={live} aria-live={live} aria-relevant="additions">
          {toast && failed === (live === 'assertive') ? (
            <ToastItem
              key={toast.id}
              toast={toast}
              onDismiss={() => dismiss(toast, region.current, cameFrom.current)}
            />
          ) : null}
        </ol>
      ))}
    </section>
  )
}

/** The pressed button goes, and the focus with it: it is given back. */
function dismiss({ id }: Toast, region: Element | null, cameFrom: Element | null): void {
  const hasFocus = region?.contains(document.activeElement)
  if (hasFocus && cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true })
  dismissToast(id)
}

/** They differ by their pictures as well: forced colours leave no colour. */
const looks = {
  success: { Icon: CircleCheck, mark: 'text-peacock', box: 'bg-paper border-l-peacock' },
  warning: { Icon: TriangleAlert, mark: 'text-warning', box: 'bg-marigold-pale border-l-warning' },
  destructive: { Icon: CircleAlert, mark: 'text-error', box: 'bg-error-pale border-l-error' },
}

function ToastItem({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const { id, title, lines, tone } = toast
  const [pointedAt, setPointedAt] = useState(false)
  const [focused, setFocused] = useState(false)
  const beingRead = pointedAt || focused

  useEffect(() => (beingRead ? undefined : dismissToastLater(id)), [beingRead, id])

  const { Icon, mark, box } = looks[tone]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only waits longer while read
    <li
      className={`border-hairline text-ink pointer-events-auto flex max-h-[45svh] narrow:max-h-[60svh] animate-[toast-in_200ms_ease-out] items-start gap-3 overflow-y-auto rounded-lg border border-l-4 shadow-lg ${toast.low ? 'px-4 py-2.5' : 'p-4'} ${box}`}
      data-tone={tone}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon
        aria-hidden
        className={`mt-0.5 size-5 shrink-0 narrow:hidden forced-colors:text-[CanvasText] ${mark}`}
      />
      <div className="min-w-0 flex-1">
        <strong className="block">{title}</strong>
        <span className="sr-only">: </span>
        {lines.map((line) => (
          <span key={line} className="block text-sm">
            {line}
          </span>
        ))}
      </div>
      <button
        type="button"
        onClick={onDismiss}
        className="-m-2 grid size-11 shrink-0 place-items-center rounded-md"
      >
        <span className="sr-only">{words.dismiss}</span>
        <X aria-hidden className="size-5" />
      </button>
    </li>
  )
}

/**
 * Makes room for a toast: as long as it is shown, the page counts it among what stays in sight at
 * the top (`--toast-height` in app.css), so that scrolling ends below it and it does not cover the focus.
 *
 * @param region that holds the toast.
 * @param shown the toast; undefined as long as there is none.
 */
function useToastRoom(region: RefObject<HTMLElement | null>, shown: Toast | undefined): void {
  const { id, low } = shown ?? {}
  useLayoutEffect(() => {
    const toast = region.current
    if (id === undefined || !toast) return
    const { style } = document.documentElement
    const room = low ? '--low-toast-height' : '--toast-height'
    function makeRoom() {
      if (toast) style.setProperty(room, `${toast.offsetHeight}px`)
      // What was pressed is in the other half, and must not move.
      if (!low) uncover(toast)
    }
    // A press must not move the pressed control.
    let isPressing = false
    const onPress = ({ type }: Event) => {
      isPressing = type === 'pointerdown'
    }
    const onFocus = () => {
      if (!isPressing) uncover(toast)
    }
    makeRoom()
    const resized = new ResizeObserver(makeRoom)
    resized.observe(toast)
    const presses = ['pointerdown', 'pointerup', 'pointercancel'] as const
    for (const press of presses) document.addEventListener(press, onPress)
    document.addEventListener('focusin', onFocus)
    return () => {
      resized.disconnect()
      for (const press of presses) document.removeEventListener(press, onPress)
      document.removeEventListener('focusin', onFocus)
      style.removeProperty(room)
    }
  }, [region, id, low])
}

/** Scrolls what has the focus out from under the toast, if it is there. */
function uncover(toast: HTMLElement | null): void {
  const { activeElement: focused } = document
  if (!toast || !focused || focused.matches('body, #main, h1') || toast.contains(focused)) return
  const [above, below] = [toast.getBoundingClientRect(), focused.getBoundingClientRect()]
  const isCovered =
    below.top < above.bottom &&
    below.bottom > above.top &&
    below.left < above.right &&
    below.right > above.left
  // Of what is higher than the room, the nearest end may be the other one.
  const block = below.height > innerHeight - above.bottom ? 'start' : 'nearest'
  if (isCovered) focused.scrollIntoView({ block, behavior: 'instant' })
}
