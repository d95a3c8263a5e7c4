export const Points = ({ of, className = '' }: { of: readonly string[]; className?: string }) => (
  <ul className={`marker:text-peacock list-disc ${className}`}>
    {of.map((point) => (
      <li key={point}>{point}</li>
    ))}
  </ul>
)
