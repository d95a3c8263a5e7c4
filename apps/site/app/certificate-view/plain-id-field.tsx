import { forCodes } from '@naic/ui/field.tsx'

type Props = {
  id: string
  label: string
  /** What stands in it at first. */
  value?: string
}

/** The field of a form that asks for one ID by itself: the server cleans what comes. */
export function PlainIdField({ id, label, value }: Props) {
  return (
    <p className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        name="id"
        required
        defaultValue={value}
        {...forCodes}
        className="control font-mono uppercase"
      />
    </p>
  )
}
