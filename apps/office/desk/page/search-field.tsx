import { useEffect, useRef } from 'react'

const settleMs = 300

type Props = { label: string; value: string; onSearch: (text: string) => void }

/** Searches while it is typed into; the key / leads here. */
export function SearchField({ label, value, onSearch }: Props) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const field = useRef<HTMLInputElement>(null)
  // Somebody may have gone back, or cleared all; what is being typed stays.
  useEffect(() => {
    const { current } = field
    if (current && current !== document.activeElement) current.value = value
  }, [value])
  return (
    <>
      <label className="sr-only" htmlFor="find">
        {label}
      </label>
      <input
        id="find"
        ref={field}
        type="search"
        defaultValue={value}
        placeholder="Search ( / )"
        onInput={({ currentTarget }) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => onSearch(currentTarget.value.trim()), settleMs)
        }}
        className="control"
      />
    </>
  )
}
