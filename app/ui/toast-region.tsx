import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { ToastItem } from './toast-item.tsx'
import { useToastRoom } from './toast-room.ts'
import { dismissToast, type Toast, useToast } from './toast.ts'

/**
 * Where toasts appear: at the top, below what stays in sight there, since a keyboard on the screen
 * hides what is at the bottom. Its lists are in the page from the start and empty: screen readers
 * announce only what comes into a live region that they know.
 */
export function ToastRegion() {
  const toast = useToast()
  const failed = toast?.tone === 'destructive'
  const region = useRef<HTMLElement>(null)
  const cameFrom = useRef<Element>(null)
  const { pathname } = useLocation()
  useToastRoom(region, toast?.id)

  useEffect(() => {
    if (toast && toast.path !== pathname) dismissToast(toast.id)
  }, [toast, pathname])

  useEffect(() => {
    if (!toast) return
    function onKey({ key }: KeyboardEvent) {
      if (key !== 'Escape' || !toast) return
      giveBackFocus(region.current, cameFrom.current)
      dismissToast(toast.id)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [toast])

  const onDismiss = () => giveBackFocus(region.current, cameFrom.current)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only remembers
    <section
      ref={region}
      aria-label="Notifications"
      onFocus={({ relatedTarget }) => {
        if (!region.current?.contains(relatedTarget)) cameFrom.current = relatedTarget
      }}
      className="toasts"
    >
      <LiveList live="polite" toast={failed ? undefined : toast} onDismiss={onDismiss} />
      <LiveList live="assertive" toast={failed ? toast : undefined} onDismiss={onDismiss} />
    </section>
  )
}

/** With the button that was pressed, the focus would be lost. */
function giveBackFocus(region: Element | null, cameFrom: Element | null): void {
  if (!region?.contains(document.activeElement)) return
  if (cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true })
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
