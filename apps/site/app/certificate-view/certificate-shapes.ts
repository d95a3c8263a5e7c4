/** The shapes that a certificate is drawn with, on the page and on the PDF: paths of SVG. */

/** Around the middle of a seal that reaches from -60 to 60. */
export const seal = {
  petalAngles: Array.from({ length: 18 }, (_, index) => index * 10),
  petal: { rx: 52, ry: 30 },
  toothAngles: Array.from({ length: 36 }, (_, index) => index * 10),
  tooth: 'M-3.6-53 0-59 3.6-53',
  disc: 29,
  star: 'M0-22 6.4-15.6h9.2v9.2L22 0 15.6 6.4v9.2H6.4L0 22-6.4 15.6h-9.2V6.4L-22 0-15.6-6.4v-9.2h9.2z',
  heart: 'M0-10 3-3 10 0 3 3 0 10-3 3-10 0-3-3z',
}
