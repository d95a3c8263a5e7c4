/** With it the staff find the failure in the log. */
export function Reference({ of: id }: { of: string | undefined }) {
  if (id === undefined) return null
  return (
    <p>
      Reference: <strong className="font-mono tracking-wide">{id}</strong>
    </p>
  )
}
