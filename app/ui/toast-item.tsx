import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dismissToast, dismissToastLater, type Toast } from './toast.ts'

/** Told apart by their pictures as well: of the colours, forced ones leave nothing. */
const looks = {
  success: { Icon: CircleCheck, mark: 'text-peacock', box: 'bg-paper border-l-peacock' },
  warning: { Icon: TriangleAlert, mark: 'text-warning', box: 'bg-marigold-pale border-l-warning' },
  destructive: { Icon: CircleAlert, mark: 'text-error', box: 'bg-error-pale border-l-error' },
}

type Props = {
  toast: Toast
  /** Called before it goes, when somebody sends it away. */
  onDismiss: () => void
}

export function ToastItem({ toast: { id, title, lines, tone }, onDismiss }: Props) {
  const [pointedAt, setPointedAt] = useState(false)
  const [focused, setFocused] = useState(false)
  const beingRead = pointedAt || focused

  useEffect(() => (beingRead ? undefined : dismissToastLater(id)), [beingRead, id])

  const { Icon, mark, box } = looks[tone]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only waits longer while read
    <li
      className={`border-hairline text-ink pointer-events-auto flex max-h-[45svh] narrow:max-h-[60svh] animate-[toast-in_200ms_ease-out] items-start gap-3 overflow-y-auto rounded-lg border border-l-4 p-4 shadow-lg ${box}`}
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
        onClick={() => {
          onDismiss()
          dismissToast(id)
        }}
        className="-m-2 grid size-11 shrink-0 place-items-center rounded-md"
      >
        <span className="sr-only">Dismiss</span>
        <X aria-hidden className="size-5" />
      </button>
    </li>
  )
}
