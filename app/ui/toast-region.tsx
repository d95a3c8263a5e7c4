import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dismissToast, dismissToastLater, type Toast, useToasts } from './toast.ts'

/**
 * Where toasts appear. It is in the page from the start and empty: screen readers announce
 * only what comes into a live region that they know.
 */
export function ToastRegion() {
  const toasts = useToasts()
  return (
    <section aria-label="Notifications">
      <ol
        aria-live="polite"
        aria-relevant="additions"
        className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid gap-3 sm:left-auto sm:w-96"
      >
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </ol>
    </section>
  )
}

function ToastItem({ toast: { id, title, lines, destructive } }: { toast: Toast }) {
  const [beingRead, setBeingRead] = useState(false)
  const hold = () => setBeingRead(true)
  const release = () => setBeingRead(false)

  useEffect(() => (beingRead ? undefined : dismissToastLater(id)), [beingRead, id])

  const Icon = destructive ? CircleAlert : CircleCheck
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only waits longer while read
    <li
      className={`border-hairline bg-paper text-ink pointer-events-auto flex animate-[toast-in_200ms_ease-out] items-start gap-3 rounded-lg border border-l-4 p-4 shadow-lg ${
        destructive ? 'border-l-error' : 'border-l-peacock'
      }`}
      data-tone={destructive ? 'destructive' : 'plain'}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon
        aria-hidden
        className={`mt-0.5 size-5 shrink-0 ${destructive ? 'text-error' : 'text-peacock'}`}
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
        onClick={() => dismissToast(id)}
        className="-m-2 grid size-11 shrink-0 place-items-center rounded-md"
      >
        <span className="sr-only">Dismiss</span>
        <X aria-hidden className="size-5" />
      </button>
    </li>
  )
}
