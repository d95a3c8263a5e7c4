import { signature } from './certificate-shapes.ts'

/** A signature of nobody: the office signs, not a person. */
export function DrawnSignature() {
  return (
    <svg viewBox="0 0 200 64" aria-hidden="true" className="w-32 max-w-full sm:w-52" fill="none">
      <path
        d={signature.name}
        className="stroke-ink"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d={signature.stroke} className="stroke-ink" strokeWidth="1.2" strokeLinecap="round" />
    </svg>
  )
}
