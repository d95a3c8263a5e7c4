import { useEffect, useEffectEvent } from 'react'
import { areKeysOn } from './key-choice.ts'

/**
 * What single keys do, as long as nothing is typed into and no dialog is open. They can be switched off
 * (WCAG 2.1.4).
 */
export function useDeskKeys(keys: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (!areKeysOn() || isTyping(event.target) || document.querySelector('dialog[open]')) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** A letter moves a chosen one in a list of choices as well. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null
