type Props = { id: string; label: string }

/** The field of a form that asks for one ID by itself: the server cleans what comes. */
export function PlainIdField({ id, label }: Props) {
  return (
    <p className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        name="id"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        className="control"
      />
    </p>
  )
}
