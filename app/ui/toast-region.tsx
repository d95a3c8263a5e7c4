import { useRef } from 'react'
import { ToastItem } from './toast-item.tsx'
import { type Toast, useToast } from './toast.ts'

/**
 * Where toasts appear. Its lists are in the page from the start and empty: screen readers
 * announce only what comes into a live region that they know.
 */
export function ToastRegion() {
  const toast = useToast()
  const failed = toast?.tone === 'destructive'
  const region = useRef<HTMLElement>(null)
  const cameFrom = useRef<Element>(null)

  /** With the button that was pressed, the focus would be lost. */
  function giveBackFocus() {
    if (!region.current?.contains(document.activeElement)) return
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only remembers
    <section
      ref={region}
      aria-label="Notifications"
      onFocus={({ relatedTarget }) => {
        if (!region.current?.contains(relatedTarget)) cameFrom.current = relatedTarget
      }}
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 sm:left-auto sm:w-96"
    >
      <LiveList live="polite" toast={failed ? undefined : toast} onDismiss={giveBackFocus} />
      <LiveList live="assertive" toast={failed ? toast : undefined} onDismiss={giveBackFocus} />
    </section>
  )
}

type ListProps = {
  live: 'polite' | 'assertive'
  toast: Toast | undefined
  onDismiss: () => void
}

function LiveList({ live, toast, onDismiss }: ListProps) {
  return (
    <ol aria-live={live} aria-relevant="additions">
      {toast ? <ToastItem key={toast.id} toast={toast} onDismiss={onDismiss} /> : null}
    </ol>
  )
}
