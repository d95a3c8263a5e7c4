import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/**
 * A part that the verdict does not need, so that its script comes by itself. Without it the verdict is
 * still there.
 *
 * @param place stands in its place until it comes.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  place?: ReactNode,
) {
  const Part = lazy(async () => ({ default: await load().catch(() => () => null) }))
  return (props: Props) => (
    <Suspense fallback={place}>
      <Part {...props} />
    </Suspense>
  )
}

/** Few look behind the verdict. */
export const HowWeKnow = later(async () => (await import('./how-we-know.tsx')).HowWeKnow)

/** Few certificates have an address to compare one with. */
export const HolderCheck = later(async () => (await import('./holder-check.tsx')).HolderCheck)
