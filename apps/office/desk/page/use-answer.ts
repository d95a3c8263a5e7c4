import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Asks for something, as long as somebody waits for it.
 *
 * @param of tells the question from others; undefined asks nothing.
 * @param ask its signal says that nobody waits any more.
 * @returns what came last, and of which question; or why nothing came.
 */
export function useLastAnswer<Question, Answer extends object>(
  of: Question,
  ask: (signal: AbortSignal) => Promise<Answer>,
) {
  const [got, setGot] = useState<{ of: Question; answer: Answer | { detail: string } }>()
  const newest = useEffectEvent(ask)
  useEffect(() => {
    if (of === undefined) return undefined
    const left = new AbortController()
    void newest(left.signal)
      .catch((error: Error) => ({ detail: error.message }))
      .then((answer) => left.signal.aborted || setGot({ of, answer }))
    return () => left.abort()
  }, [of])
  return got
}

/** @returns undefined until the answer to this question has come. */
export function useAnswer<Answer extends object>(
  of: unknown,
  ask: (signal: AbortSignal) => Promise<Answer>,
) {
  const got = useLastAnswer(of, ask)
  return got?.of === of ? got?.answer : undefined
}

/** Waits until somebody rests. @throws if the question is another by then. */
export async function settle(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  signal.throwIfAborted()
}
