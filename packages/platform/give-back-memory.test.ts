import { expect, onTestFinished, test } from 'vitest'
import { GiveBackMemory } from './give-back-memory.ts'

/** Something that nobody holds any longer. */
const leave = () => new WeakRef(Array.from({ length: 100_000 }, (_, each) => ({ each })))

test('what nobody holds any longer is given back while the process rests', async () => {
  const memory = new GiveBackMemory(50)
  memory.start()
  onTestFinished(() => memory.stop())
  const left = leave()
  // Whoever asks for it holds it until the next turn.
  await expect.poll(() => left.deref() === undefined, { interval: 500 }).toBe(true)
})
