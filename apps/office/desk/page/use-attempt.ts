import { useState } from 'react'

/** @returns what does something, and why that failed, to be said where the person looks. */
export function useAttempt() {
  const [failure, setFailure] = useState<string>()
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    setFailure(undefined)
    await work().catch((error: Error) => setFailure(error.message))
  }
  return { attempt, failure }
}
