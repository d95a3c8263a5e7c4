import { timeInIndia } from '@naic/store/sheets/indian-day.ts'

/** A time, as the whole desk writes it. @param at in RFC 3339. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} className="whitespace-nowrap tabular-nums">
    {timeInIndia(at)}
  </time>
)
