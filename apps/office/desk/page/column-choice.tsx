import { Columns3 } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { useRef, useState } from 'react'

type ChoiceProps = {
  columns: readonly { key: string; title: string; always?: boolean }[]
  shown: readonly string[]
  onChoose: (shown: string[]) => void
}

/** Which columns the list has. */
export function ColumnChoice({ columns, shown, onChoose }: ChoiceProps) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget="columns"
        className="inline-flex min-h-9 items-center gap-1.5 rounded-md px-2.5 whitespace-nowrap hover:bg-sand text-sm -outline-offset-3"
      >
        <Icon of={Columns3} />
        Columns
      </button>
      <div
        id="columns"
        popover="auto"
        // It opens at its button, within the window.
        onBeforeToggle={({ currentTarget }) => {
          const { left, bottom } = button.current?.getBoundingClientRect() ?? new DOMRect()
          currentTarget.style.top = `${bottom + 4}px`
          currentTarget.style.left = `min(${left}px, 100vw - 16rem)`
        }}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        className="bg-paper text-ink border-control inset-auto m-0 max-h-[70svh] overflow-y-auto rounded-lg border p-4"
      >
        {isOpen ? (
          <fieldset className="grid gap-1.5">
            <legend className="mb-1.5 font-semibold">Columns</legend>
            {columns
              .filter(({ always }) => !always)
              .map(({ key, title }) => (
                <label key={key} className="flex min-h-9 items-center gap-2">
                  <input
                    type="checkbox"
                    value={key}
                    defaultChecked={shown.includes(key)}
                    onChange={({ currentTarget }) => {
                      const chosen = currentTarget.closest('fieldset')?.querySelectorAll('input')
                      onChoose([...(chosen ?? [])].flatMap((one) => (one.checked ? one.value : [])))
                    }}
                    className="accent-peacock size-5"
                  />
                  {title}
                </label>
              ))}
          </fieldset>
        ) : null}
      </div>
    </>
  )
}
