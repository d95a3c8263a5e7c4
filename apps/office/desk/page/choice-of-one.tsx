type Props = {
  name: string
  label: string
  options: readonly { value: string; name: string; count?: number }[]
  value: string
  onChoose: (value: string) => void
}

/** A few choices in a row, of which one holds. */
export function ChoiceOfOne({ name, label, options, value, onChoose }: Props) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="border-control has-checked:bg-ink has-checked:text-paper forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:forced-color-adjust-none forced-colors:has-checked:text-[HighlightText] flex min-h-8 items-center gap-1.5 rounded-full border px-3 text-sm has-focus-visible:outline-3 has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChoose(option.value)}
            className="sr-only"
          />
          {option.name}{' '}
          {option.count === undefined ? null : <span className="tabular-nums">{option.count}</span>}
        </label>
      ))}
    </fieldset>
  )
}
