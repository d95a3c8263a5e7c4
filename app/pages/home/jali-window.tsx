/** The lattice's measure: stars stand this far apart and touch at their tips. */
const pitch = 72
const middle = { x: 216, y: 324 }

const star =
  'M0-36 10.5-25.5h15v15L36 0 25.5 10.5v15h-15L0 36-10.5 25.5h-15v-15L-36 0l10.5-10.5v-15h15z'
/** What four stars leave between them. */
const cross =
  'M0-36 10.5-25.5v15h15L36 0 25.5 10.5h-15v15L0 36-10.5 25.5v-15h-15L-36 0l10.5-10.5h15v-15z'
const arch =
  'M24 648V260C24 158 98 146 152 112 192 88 210 66 216 26c6 40 24 62 64 86 54 34 128 46 128 148v388z'

/** The light behind the window: openings by how far they are from its middle, in pitches. */
const light = [
  { within: 0.1, fill: 'fill-marigold-bright', opacity: 1 },
  { within: 1.1, fill: 'fill-marigold', opacity: 1 },
  { within: 1.6, fill: 'fill-marigold', opacity: 0.75 },
  { within: 2.3, fill: 'fill-peacock', opacity: 0.9 },
  { within: 3.2, fill: 'fill-peacock', opacity: 0.5 },
  { within: 9, fill: 'fill-peacock', opacity: 0.2 },
]

const columns = [-3, -2, -1, 0, 1, 2, 3]
const rows = [-4, -3, -2, -1, 0, 1, 2, 3, 4]
const openings = [0, 0.5].flatMap((shift) =>
  rows.flatMap((row) =>
    columns.map((column) => {
      const [x, y] = [column + shift, row + shift]
      const distance = Math.hypot(x, y)
      return {
        shape: shift === 0 ? 'star' : 'cross',
        x: middle.x + x * pitch,
        y: middle.y + y * pitch,
        brightness: light.findIndex(({ within }) => distance <= within),
      }
    }),
  ),
)

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
      <defs>
        <path id="jali-star" d={star} transform="scale(.86)" />
        <path id="jali-cross" d={cross} transform="scale(.84)" />
        <clipPath id="jali-arch">
          <path d={arch} />
        </clipPath>
      </defs>
      <path d={arch} className="fill-ink-deep" />
      <g clipPath="url(#jali-arch)">
        {light.map(({ fill, opacity }, brightness) => (
          <g key={opacity} className={fill} fillOpacity={opacity}>
            {openings
              .filter((opening) => opening.brightness === brightness)
              .map(({ shape, x, y }) => (
                <use key={`${x} ${y}`} href={`#jali-${shape}`} x={x} y={y} />
              ))}
          </g>
        ))}
        <path d={star} className="fill-ink" transform="translate(216 324) scale(.4)" />
        <path d={star} className="fill-marigold" transform="translate(216 324) scale(.16)" />
      </g>
      <path d={arch.slice(0, -1)} className="stroke-marigold" strokeWidth="3" />
      <path
        d="M10 648V260C10 150 88 134 144 100 186 75 210 50 216 2c6 48 30 73 72 98 56 34 134 50 134 160v388"
        className="stroke-paper"
        strokeOpacity=".35"
      />
    </svg>
  )
}
