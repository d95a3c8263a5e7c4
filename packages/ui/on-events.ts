/**
 * For `useSyncExternalStore`: reads again after these events. They are heard while they go down, since
 * some do not bubble.
 */
export const onEvents =
  (target: () => EventTarget, ...names: readonly string[]) =>
  (changed: () => void) => {
    const source = target()
    for (const name of names) source.addEventListener(name, changed, true)
    return () => names.forEach((name) => source.removeEventListener(name, changed, true))
  }
