import type { ReactNode } from 'react'

type Props = {
  /** What it is one of, if only one of them can be chosen. */
  group?: string
  isOn: boolean
  onTick: (isOn: boolean) => void
  children: ReactNode
}

/** Something to agree to or to choose, in words. */
export const Tick = ({ group, isOn, onTick, children }: Props) => (
  <label className="flex items-start gap-3">
    <input
      type={group ? 'radio' : 'checkbox'}
      name={group}
      checked={isOn}
      onChange={({ currentTarget }) => onTick(currentTarget.checked)}
      className="accent-peacock mt-[calc((1lh-var(--spacing)*5)/2)] size-5 shrink-0"
    />
    <span>{children}</span>
  </label>
)
