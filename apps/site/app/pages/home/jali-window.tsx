/** The lattice's measure: the stars' distance, tip to tip. */
const pitch = 72
const middle = { x: 216, y: 324 }

/** The two openings, drawn around the path's current point. Between them is stone. */
const star =
  'm0-31l9 9.1h12.9v12.9l9.1 9l-9.1 9v12.9h-12.9l-9 9.1l-9-9.1h-12.9v-12.9l-9.1-9l9.1-9v-12.9h12.9z'
const cross =
  'm0-30.2l8.8 8.8v12.6h12.6l8.8 8.8l-8.8 8.8h-12.6v12.6l-8.8 8.8l-8.8-8.8v-12.6h-12.6l-8.8-8.8l8.8-8.8h12.6v-12.6z'
const arch =
  'M24 648V260C24 158 98 146 152 112 192 88 210 66 216 26c6 40 24 62 64 86 54 34 128 46 128 148v388'

/** The light behind the window: openings by how far they are from its middle, in pitches. */
const light = [
  { from: 0, to: 0.1, fill: 'fill-marigold-bright', opacity: 1 },
  { from: 0.1, to: 1.1, fill: 'fill-marigold', opacity: 1 },
  { from: 1.1, to: 1.6, fill: 'fill-marigold', opacity: 0.75 },
  { from: 1.6, to: 2.3, fill: 'fill-peacock', opacity: 0.9 },
  { from: 2.3, to: 3.2, fill: 'fill-peacock', opacity: 0.5 },
  { from: 3.2, to: 9, fill: 'fill-peacock', opacity: 0.2 },
]

const columns = [-3, -2, -1, 0, 1, 2, 3]
const rows = [-4, -3, -2, -1, 0, 1, 2, 3, 4]

/** Stars are on the lattice's points; crosses half a pitch off, each among four stars. */
const openings = [star, cross].flatMap((outline, kind) =>
  rows.flatMap((row) =>
    columns.map((column) => ({ outline, x: column + kind / 2, y: row + kind / 2 })),
  ),
)

/** @returns one path of all openings whose distance from the middle is in [from, to). */
function lattice(from: number, to: number): string {
  return openings
    .filter(({ x, y }) => Math.hypot(x, y) >= from && Math.hypot(x, y) < to)
    .map(({ outline, x, y }) => `M${middle.x + x * pitch} ${middle.y + y * pitch}${outline}`)
    .join('')
}

/** A window of pierced stone in an ogee arch, with the morning behind it. Decoration only. */
export function JaliWindow({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 432 648"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
      className={className}
      fill="none"
    >
      <clipPath id="jali-arch">
        <path d={arch} />
      </clipPath>
      <path d={arch} className="fill-ink-deep" />
      <g clipPath="url(#jali-arch)">
        {light.map(({ from, to, fill, opacity }) => (
          <path key={from} d={lattice(from, to)} className={fill} fillOpacity={opacity} />
        ))}
        <path d={`M0 0${star}`} className="fill-ink" transform="translate(216 324) scale(.46)" />
        <path
          d={`M0 0${star}`}
          className="fill-marigold"
          transform="translate(216 324) scale(.19)"
        />
      </g>
      <path d={arch} className="stroke-marigold" strokeWidth="3" />
      <path
        d="M10 648V260C10 150 88 134 144 100 186 75 210 50 216 2c6 48 30 73 72 98 56 34 134 50 134 160v388"
        className="stroke-paper"
        strokeOpacity=".35"
      />
    </svg>
  )
}
