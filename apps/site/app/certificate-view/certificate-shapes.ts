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

/** Nobody's signature, 200 by 64: the office signs, not a person. */
export const signature = {
  name: 'M12 46c10-2 24-34 30-36 5-1-6 30-12 42 6-14 18-28 22-25 3 3-6 16-2 17 5 1 10-15 15-15 4 0-4 13 1 13 6 0 9-17 14-16 4 1-4 15 1 15 7 0 15-30 20-33 4-2-8 32-5 34 4 2 10-17 16-17 5 0-3 14 2 14s9-12 13-12-2 11 3 11c8 0 16-9 28-12',
  stroke: 'M28 58c40-8 92-10 140-6',
}
