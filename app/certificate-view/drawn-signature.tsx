/** A signature of nobody: the office signs, not a person. */
export function DrawnSignature() {
  return (
    <svg viewBox="0 0 200 64" aria-hidden="true" className="w-32 max-w-full sm:w-52" fill="none">
      <path
        d="M12 46c10-2 24-34 30-36 5-1-6 30-12 42 6-14 18-28 22-25 3 3-6 16-2 17 5 1 10-15 15-15 4 0-4 13 1 13 6 0 9-17 14-16 4 1-4 15 1 15 7 0 15-30 20-33 4-2-8 32-5 34 4 2 10-17 16-17 5 0-3 14 2 14s9-12 13-12-2 11 3 11c8 0 16-9 28-12"
        className="stroke-ink"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M28 58c40-8 92-10 140-6"
        className="stroke-ink"
        strokeWidth="1.2"
        strokeLinecap="round"
      />
    </svg>
  )
}
