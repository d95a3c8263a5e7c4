import { createContext, type ReactElement, use } from 'react'

/** Renders an island alone, as the browser will. @returns its HTML. */
export type RenderIsland = (
  island: ReactElement,
  what: { name: string; isScript: boolean },
) => string

/** There is none in the browser, nor within an island. */
export const IslandRenderer = createContext<RenderIsland | undefined>(undefined)

type Props = {
  /** One component of a file `….island.tsx`, with props that JSON can hold and that the page shows anyway. */
  children: ReactElement
  /** A function of a file `….island.ts`, which brings the children to life without React. */
  script?: string
}

/**
 * Around a component with state, in a page that has none. The server renders it as it stands; the
 * browser's loader (`islands.ts`) finds it, and hydrates it by itself. An island in an island is a part of the
 * outer one.
 */
export function Island({ children, script }: Props) {
  const render = use(IslandRenderer)
  if (!render) return children
  const { type, props } = children
  const name = script ?? (typeof type === 'function' ? type.name : String(type))
  const html = render(children, { name, isScript: script !== undefined })
  const given = script ? '{}' : JSON.stringify(props)
  return (
    <div
      className="contents"
      data-island={name}
      data-props={given === '{}' ? undefined : given}
      // oxlint-disable-next-line react/no-danger -- what React itself has rendered
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
