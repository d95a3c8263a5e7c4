import { honeypotField } from '#forms/honeypot.ts'

/** The field that only programs fill in: out of sight, out of the tab order, not announced. */
export function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label htmlFor={honeypotField}>Website (leave this empty)</label>
      <input id={honeypotField} name={honeypotField} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
