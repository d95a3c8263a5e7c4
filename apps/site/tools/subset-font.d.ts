declare module 'subset-font' {
  export type Options = {
    targetFormat: 'woff2' | 'truetype'
    keepFeatures?: string[]
    variationAxes?: Record<string, number>
    noHinting?: boolean
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
