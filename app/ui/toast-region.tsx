import { useRef } from 'react'
import { ToastItem } from './toast-item.tsx'
import { type Toast, useToasts } from './toast.ts'

/**
 * Where toasts appear. Its lists are in the page from the start and empty: screen readers
 * announce only what comes into a live region that they know.
 */
export function ToastRegion() {
  const toasts = useToasts()
  const region = useRef<HTMLElement>(null)
  const cameFrom = useRef<Element>(null)
  const failed = (toast: Toast) => toast.tone === 'destructive'

  /** With the button that was pressed, the focus would be lost. */
  function giveBackFocus() {
    const { activeElement } = document
    if (!region.current?.contains(activeElement)) return
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
      <ToastList
        live="polite"
        toasts={toasts.filter((toast) => !failed(toast))}
        onDismiss={giveBackFocus}
      />
      <ToastList live="assertive" toasts={toasts.filter(failed)} onDismiss={giveBackFocus} />
    </section>
  )
}

type ListProps = { live: 'polite' | 'assertive'; toasts: Toast[]; onDismiss: () => void }

function ToastList({ live, toasts, onDismiss }: ListProps) {
  return (
    <ol aria-live={live} aria-relevant="additions">
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} onDismiss={onDismiss} />
      ))}
    </ol>
  )
}
