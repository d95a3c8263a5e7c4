import { Columns3 } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { useState } from 'react'
import { Tick } from './tick.tsx'

type ChoiceProps = {
  columns: readonly { key: string; title: string; always?: boolean }[]
  shown: readonly string[]
  onChoose: (shown: string[]) => void
}

/** Which columns the list has. */
export function ColumnChoice({ columns, shown, onChoose }: ChoiceProps) {
  // The list follows when it is read.
  const [ticked, setTicked] = useState(shown)
  const choice = columns.filter(({ always }) => !always)
  function tick(key: string, isOn: boolean): void {
    const keys = choice.map((one) => one.key)
    const next = keys.filter((one) => (one === key ? isOn : ticked.includes(one)))
    setTicked(next)
    onChoose(next)
  }
  return (
    <>
      <button
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
        onBeforeToggle={() => setTicked(shown)}
        className="bg-paper text-ink border-control inset-auto m-0 max-h-[70svh] overflow-y-auto rounded-lg border p-4 [position-area:bottom_span-right] [position-try-fallbacks:flip-inline]"
      >
        <fieldset className="grid gap-3">
          <legend className="mb-3 font-semibold">Columns</legend>
          {choice.map(({ key, title }) => (
            <Tick key={key} isOn={ticked.includes(key)} onTick={(isOn) => tick(key, isOn)}>
              {title}
            </Tick>
          ))}
        </fieldset>
      </div>
    </>
  )
}
