/** An address that breaks before its "@" if it is too long for the line, and not within a name. */
export function MailAddress({ of }: { of: string }) {
  const [local, domain] = of.split('@')
  if (domain === undefined) return of
  return (
    <>
      {local}
      <wbr />@{domain}
    </>
  )
}
