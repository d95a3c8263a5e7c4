declare module 'virtual:scenes' {
  /** @returns SVG, to stand inside an `<svg>` of 320 by 200: see `apps/site/tools/scenes.ts`. */
  export const drawingOf: (id: number) => string
  /** The same, where it may come from the file of all drawings, after the first paint. */
  export const referenceTo: (id: number) => string
}
