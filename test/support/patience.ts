import { expect, vi } from 'vitest'

/**
 * A busy machine may stand still for many seconds, and a test is no clock: whatever it waits for, it
 * waits this long before it gives up. What never comes is told late, and nothing is told wrongly.
 */
export const patienceMs = 90_000

const { waitFor } = vi
vi.waitFor = (condition, options) =>
  waitFor(condition, { ...(typeof options === 'object' ? options : {}), timeout: patienceMs })

const { poll } = expect
expect.poll = (actual, options) => poll(actual, { ...options, timeout: patienceMs })
