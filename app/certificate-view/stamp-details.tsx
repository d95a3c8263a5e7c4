import words from '#content/certificate.json' with { type: 'json' }
import type { StampReport } from '#credential/verify/verify-stamp.ts'
import { Detail } from './detail.tsx'

/** One sentence on the stamp, to follow what is said of the log. */
export const stampSentence = (stamp: StampReport): string =>
  words.stamp[stamp.state].replace(
    '[block]',
    stamp.state === 'block' ? stamp.height.toLocaleString('en-IN') : '',
  )

/** What is needed to look the stamp up in Bitcoin, which a page cannot do by itself. */
export function StampDetails({ stamp }: { stamp: StampReport }) {
  if (stamp.state === 'failed' || stamp.state === 'unknown') return null
  const checkpoint = `/log/checkpoint/${stamp.size}`
  return (
    <>
      {stamp.state === 'block' ? (
        <>
          <Detail name="Bitcoin block that the stamp names">{stamp.height}</Detail>
          <Detail name="Merkle root that this block must have">{stamp.merkleRoot}</Detail>
          <div>
            <dt className="text-ink-soft">How to be sure</dt>
            <dd className="max-w-text">{words.stamp.compare}</dd>
          </div>
        </>
      ) : (
        <Detail name="Calendars that promised a block">{stamp.calendars.join(', ')}</Detail>
      )}
      <div>
        <dt className="text-ink-soft">Stamped: the checkpoint of {stamp.size} entries</dt>
        <dd className="flex flex-wrap gap-x-6">
          <a href={`${checkpoint}.ots`} download className="link py-2.5">
            Download stamp (.ots)
          </a>
          <a href={checkpoint} download className="link py-2.5">
            Download checkpoint
          </a>
        </dd>
      </div>
    </>
  )
}
