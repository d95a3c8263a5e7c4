import { vi } from 'vitest'

/**
 * Vitest gives up a `waitFor` after a second, and has no setting for it. A busy machine may stand still
 * for longer, and a test is no clock.
 */
const { waitFor } = vi
vi.waitFor = (condition, options) =>
  waitFor(condition, { timeout: 90_000, ...(typeof options === 'object' ? options : {}) })
