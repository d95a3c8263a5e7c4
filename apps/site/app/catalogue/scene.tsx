import { shapesOf } from '@naic/content/scene-drawing.ts'

/** By the internship's id. The browser's scripts have none, but while developing. */
const drawings =
  import.meta.env.SSR || import.meta.env.DEV
    ? new Map(
        Object.entries(
          import.meta.glob<string>('../../../../content/internships/*.svg', {
            eager: true,
            query: '?raw',
            import: 'default',
          }),
        ).map(([file, svg]) => [Number(/(\d+)-/.exec(file)?.[1]), shapesOf(svg)]),
      )
    : undefined

type Props = { id: number; className?: string; isFarDown?: boolean }

/**
 * What students make in an internship, drawn. It has its own ground, 320 by 200, so that it stands on
 * any colour; the words beside it say what it shows.
 *
 * The page brings its drawings in its HTML, and hydration leaves them as they are, since no script has
 * them (decision 041). Where an island draws another one, it comes from one file with all of them.
 *
 * @param isFarDown no window shows it at first, so that the page only refers to the file.
 */
export function Scene({ id, className = '', isFarDown = false }: Props) {
  const own = isFarDown && !import.meta.env.DEV ? undefined : drawings?.get(id)
  const drawing = own ?? `<use href="/scenes.svg#s${id}"/>`
  return (
    <svg
      aria-hidden
      viewBox="0 0 320 200"
      className={`scene ${className}`}
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- a file of content/, which `npm run check` has seen
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  )
}
