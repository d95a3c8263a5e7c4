/** The shapes that a certificate is drawn with, on the page and on the PDF: paths of SVG. */

/** Petals and teeth, in one line. */
const rose = Array.from({ length: 36 }, (_, index) => {
  const [sin, cos] = [Math.sin((index * Math.PI) / 18), Math.cos((index * Math.PI) / 18)]
  const at = (x: number, y: number) =>
    `${(x * cos - y * sin).toFixed(1)} ${(x * sin + y * cos).toFixed(1)}`
  // Its ends are further away than the arc is wide, which is then drawn wider: rounded to less, it is no half.
  const half = `A52 30 ${index * 10} 0 0 `
  const petal = `M${at(52.1, 0)}${half}${at(-52.1, 0)}${half}${at(52.1, 0)}z`
  return `${index < 18 ? petal : ''}M${at(-3.6, -53)}L${at(0, -59)}L${at(3.6, -53)}`
}).join('')

/** Around the middle of a seal that reaches from -60 to 60. */
export const seal = {
  rose,
  disc: 29,
  star: 'M0-22 6.4-15.6h9.2v9.2L22 0 15.6 6.4v9.2H6.4L0 22-6.4 15.6h-9.2V6.4L-22 0-15.6-6.4v-9.2h9.2z',
  heart: 'M0-10 3-3 10 0 3 3 0 10-3 3-10 0-3-3z',
}
