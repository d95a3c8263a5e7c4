import { type ComponentType, createElement, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** The half of the loader (`islands.ts`) that has React with it: it comes with the first island. */
export async function hydrate(
  island: HTMLElement,
  Component: ComponentType<object>,
  props: object,
  prefix: string,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const Alive = ({ children }: { children: ReactNode }) => {
      useEffect(() => resolve(), [])
      return children
    }
    const element = createElement(Alive, null, createElement(Component, props))
    hydrateRoot(island, element, { identifierPrefix: prefix })
  })
}
