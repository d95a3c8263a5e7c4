import words from '@naic/content/verification.json' with { type: 'json' }

/** A certificate in outline, with the place of its ID marked. */
export function WhereTheIdStands() {
  return (
    <figure className="grid gap-3 max-lg:hidden">
      <svg viewBox="0 0 520 220" aria-hidden="true" className="w-full" fill="none">
        <rect x="1" y="1" width="518" height="218" rx="8" className="fill-warm stroke-hairline" />
        <rect x="14" y="14" width="492" height="192" className="stroke-ink-pale" />
        <path
          d="M260 34l6 6h9v9l6 6-6 6v9h-9l-6 6-6-6h-9v-9l-6-6 6-6v-9h9z"
          className="fill-marigold"
        />
        <path
          d="M150 98h220M190 116h140M110 186h90M326 186h84"
          className="stroke-ink-pale"
          strokeWidth="6"
          strokeLinecap="round"
        />
        <rect
          x="150"
          y="134"
          width="220"
          height="34"
          rx="4"
          className="fill-paper stroke-peacock"
          strokeWidth="2"
        />
        <text
          x="260"
          y="157"
          textAnchor="middle"
          className="fill-ink font-mono text-[18px] tracking-[0.12em]"
        >
          {words.example}
        </text>
      </svg>
      <figcaption className="text-ink-soft text-sm">{words.exampleCaption}</figcaption>
    </figure>
  )
}
