import { Resvg } from '@resvg/resvg-js'
import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { codeBox, qrCode } from './code-drawing.tsx'

test.each(['https://naic.example', `https://${'a'.repeat(60)}.example.org.in`])(
  'an address of %s can be read from its code',
  (origin) => {
    const { size, path } = qrCode(`${origin}/internships/12`)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${codeBox(size)}"><path d="M0-.5h${size}v${size}H0z" fill="#fff"/><path d="${path}" stroke="#000"/></svg>`
    const { pixels, width, height } = new Resvg(svg, {
      fitTo: { mode: 'width', value: 900 },
    }).render()
    expect(jsQR(new Uint8ClampedArray(pixels), width, height)?.data).toBe(
      `${origin}/internships/12`,
    )
  },
)
