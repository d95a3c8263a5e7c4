/** Turns while something is under way; the words next to it say what. */
export const Spinner = () => (
  <span
    aria-hidden="true"
    className="size-5 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent"
  />
)
