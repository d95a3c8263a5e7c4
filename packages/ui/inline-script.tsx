import { createContext, useContext } from 'react'

/** What scripts must carry to run in the page that is being rendered. */
export const ScriptNonce = createContext<string | undefined>(undefined)

/**
 * A script that runs as soon as the parser reaches it. The security policy allows no other inline
 * script. Only for constants: nothing that a visitor typed.
 */
export function InlineScript({ code }: { code: string }) {
  const nonce = useContext(ScriptNonce)
  return (
    <script
      nonce={nonce}
      // The browser hydrates without knowing the nonce, which is right.
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- constants, see above
      dangerouslySetInnerHTML={{ __html: code }}
    />
  )
}
