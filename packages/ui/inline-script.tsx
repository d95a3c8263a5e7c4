import { createContext, useContext } from 'react'

/** What scripts must carry to run in the page that is being rendered. */
export const ScriptNonce = createContext<string | undefined>(undefined)

/**
 * A script that runs as soon as the page comes to it; the only way to write one, since the
 * security policy allows no other. For constants of ours: nothing that a visitor typed.
 */
export function InlineScript({ code }: { code: string }) {
  const nonce = useContext(ScriptNonce)
  return (
    <script
      nonce={nonce}
      // The browser hydrates without knowing the nonce, which is right.
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- constants of ours, see above
      dangerouslySetInnerHTML={{ __html: code }}
    />
  )
}
