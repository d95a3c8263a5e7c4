declare module 'fontkit' {
  type Subset = { includeGlyph(id: number): number; encode(): Uint8Array }
  type Font = {
    postscriptName: string
    unitsPerEm: number
    ascent: number
    descent: number
    capHeight: number
    bbox: { minX: number; minY: number; maxX: number; maxY: number }
    createSubset(): Subset
  }
  export function create(bytes: Uint8Array): Font
}
