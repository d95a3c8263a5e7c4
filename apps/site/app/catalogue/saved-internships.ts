import { useSyncExternalStore } from 'react'
import { onEvents } from '@naic/ui/on-events.ts'
import { savedIds } from './saved-ids.ts'

/** Other tabs send an event when they write; a page that comes back from the cache has missed it. */
const onChange = onEvents(() => window, 'storage', 'pageshow')

/** @returns as `savedIds`, now and whenever they change; on the server none. */
export const useSavedIds = (): readonly number[] =>
  useSyncExternalStore(onChange, savedIds, () => none)

const none: readonly number[] = []
