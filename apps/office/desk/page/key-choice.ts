import { useSyncExternalStore } from 'react'

/** Whether single keys do something; remembered by this browser for the desk's address. */
const kept = 'desk-keys'
const listeners = new Set<() => void>()

export const areKeysOn = (): boolean => localStorage.getItem(kept) !== 'off'

export function switchKeys(isOn: boolean): void {
  localStorage.setItem(kept, isOn ? 'on' : 'off')
  for (const listener of listeners) listener()
}

export const useKeysOn = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, areKeysOn)
