import { useRef } from 'react'
import { taskFormNotSetUp, taskFormSandbox, taskFormUrl } from '#app/server-context/site-address.ts'
import { InlineScript } from '#app/ui/inline-script.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { collectEarlyMessages, useFrameHeight } from './use-frame-height.ts'

/**
 * The hosted form, shut in. It keeps its own origin (`allow-same-origin`): with an opaque one
 * it would lose its session and its uploads, and every message would come from "null", which
 * any sandboxed page may send. Being another origin than ours, it cannot lift the sandbox.
 * It may open a window, say for its terms, but may not lead this page away.
 */
export function TaskFormFrame() {
  const frame = useRef<HTMLIFrameElement>(null)
  const address = taskFormUrl()
  const height = useFrameHeight(frame, address)
  const hydrated = useHydrated()
  return (
    <>
      {hydrated ? null : <InlineScript code={collectEarlyMessages} />}
      <iframe
        ref={frame}
        title="Task submission form"
        src={address}
        height={height}
        sandbox={address === taskFormNotSetUp ? undefined : taskFormSandbox}
        referrerPolicy="strict-origin"
        className="block w-full"
      />
    </>
  )
}
