import { useState } from 'react'

/** @returns what does something, one at a time, and why that failed, to be said where the person looks. */
export function useAttempt() {
  const [failure, setFailure] = useState<string>()
  const [isGoing, setIsGoing] = useState(false)
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    if (isGoing) return
    setIsGoing(true)
    setFailure(undefined)
    await work().catch((error: Error) => setFailure(error.message))
    setIsGoing(false)
  }
  return { attempt, failure, isGoing, forget: () => setFailure(undefined) }
}
