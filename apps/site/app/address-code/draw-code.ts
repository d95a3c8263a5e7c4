import { encode } from 'uqr'

/** How many modules a code is wide and high, in address-code.tsx too, with the quiet zone that readers ask for. */
const codeSide = 45

/**
 * @param text an address; up to 84 letters fit, and more make the modules smaller.
 * @returns the dark modules of its QR code, as the `d` of a path in `codeSide` by `codeSide`.
 */
export function drawCode(text: string): string {
  // The mask is given, because trying all eight is most of the work.
  const { data, size } = encode(text, { ecc: 'M', border: 4, maskPattern: 0, minVersion: 5 })
  const at = (modules: number) => Number(((modules * codeSide) / size).toFixed(2))
  // Neighbours in a row are one piece: the code is also in the page's HTML.
  const pieces = data.flatMap((row, y) =>
    [...row.map(Number).join('').matchAll(/1+/g)].map(
      ({ 0: { length }, index }) => `M${at(index)} ${at(y)}h${at(length)}v${at(1)}h${at(-length)}z`,
    ),
  )
  return pieces.join('')
}
