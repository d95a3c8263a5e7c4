import { useLoaderData, useRevalidator } from 'react-router'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { DeskLink } from './desk-link.tsx'
import type { CollegeNames } from '../desk-api.ts'
import { readShown, sendDesk } from './ask-desk.ts'
import { useMay, useSay } from './desk-frame.tsx'
import { DeskTable } from './desk-table.tsx'
import { useDeskKeys } from './desk-keys.tsx'
import { Key } from './key-button.tsx'
import { Moment } from './moment.tsx'
import { useAttempt } from './use-attempt.ts'

export const loadColleges = () => readShown<CollegeNames>('/api/colleges')

type Maybe = CollegeNames['maybe'][number]

/** Names that may be one college: somebody says so, or that they are two. Applications stay as they were sent. */
export function CollegesPage() {
  const { maybe, said } = useLoaderData<typeof loadColleges>()
  const mayReview = useMay('review')
  const { attempt, failure } = useAttempt()
  const { revalidate } = useRevalidator()
  const say = useSay()

  async function tell(path: string, body: object, sentence: string): Promise<void> {
    await attempt(async () => {
      await sendDesk(path, body)
      say(sentence)
    })
    await revalidate()
  }
  const one = (college: string, other: string) =>
    void tell('/api/colleges/same', { college, other }, `${other} counts as ${college}.`)
  const two = ({ college, other }: Maybe) =>
    void tell('/api/colleges/two', { college, other }, `${other} and ${college} are two.`)
  const [first] = maybe
  useDeskKeys(
    mayReview && first ? { s: () => one(first.college, first.other), d: () => two(first) } : {},
  )

  return (
    <div className="wrap grid content-start gap-5 py-6">
      <title>Names of colleges · The council's desk</title>
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h1 className="text-heading">Names of colleges</h1>
        <DeskLink to="/report" className="link py-2">
          The report
        </DeskLink>
      </div>
      <p className="max-w-text">
        Capitals, spaces and points never make two colleges of one. Where more differs, you say
        which names are one; they count as one from then on, here and in the report. Applications
        stay as they were sent.
      </p>
      {failure ? <FailureNotice title="Nothing was changed.">{failure}</FailureNotice> : null}
      <section className="grid gap-2">
        <h2 className="text-lg">May be the same ({maybe.length})</h2>
        {maybe.length === 0 ? (
          <p>No two names look alike.</p>
        ) : (
          <DeskTable name="May be the same" columns={['College', 'Other name', 'Why', 'They are']}>
            {maybe.map((pair, at) => (
              <tr
                key={`${pair.college} ${pair.other}`}
                className="border-hairline border-b align-top"
              >
                <th scope="row" className="py-1.5 pr-4 font-semibold">
                  {pair.college}
                </th>
                <td className="py-1.5 pr-4">
                  {pair.other}{' '}
                  <span className="text-ink-soft whitespace-nowrap">
                    {pair.count} {pair.count === 1 ? 'application' : 'applications'}
                  </span>
                </td>
                <td className="py-1.5 pr-4">{pair.why}</td>
                <td className="py-1.5">
                  {mayReview ? (
                    <SayWhich pair={pair} isFirst={at === 0} onOne={one} onTwo={() => two(pair)} />
                  ) : null}
                </td>
              </tr>
            ))}
          </DeskTable>
        )}
      </section>
      <Said
        said={said}
        onBack={
          mayReview
            ? (name) =>
                void tell('/api/colleges/apart', { name }, `${name} counts for itself again.`)
            : undefined
        }
      />
    </div>
  )
}

type SayProps = {
  pair: Maybe
  /** The keys are for the first. */
  isFirst: boolean
  onOne: (college: string, other: string) => void
  onTwo: () => void
}

function SayWhich({ pair: { college, other }, isFirst, onOne, onTwo }: SayProps) {
  return (
    <div className="flex flex-wrap gap-1.5">
      <button
        type="button"
        aria-keyshortcuts={isFirst ? 's' : undefined}
        onClick={() => onOne(college, other)}
        className="desk-button"
      >
        One: {college}
        {isFirst ? <Key of="s" /> : null}
      </button>
      <button type="button" onClick={() => onOne(other, college)} className="desk-button">
        One: {other}
      </button>
      <button
        type="button"
        aria-keyshortcuts={isFirst ? 'd' : undefined}
        onClick={onTwo}
        className="desk-button"
      >
        Two
        <span className="sr-only">
          : {college} and {other}
        </span>
        {isFirst ? <Key of="d" /> : null}
      </button>
    </div>
  )
}

type SaidProps = Pick<CollegeNames, 'said'> & { onBack: ((name: string) => void) | undefined }

function Said({ said, onBack }: SaidProps) {
  return (
    <section className="grid gap-2">
      <h2 className="text-lg">Said to be one ({said.length})</h2>
      {said.length === 0 ? (
        <p>Nobody has said so of any.</p>
      ) : (
        <DeskTable name="Said to be one" columns={['Counts as', 'Name', 'Said by', 'When', '']}>
          {said.map(({ spelling, college, saidBy, saidAt }) => (
            <tr key={spelling} className="border-hairline border-b align-top">
              <th scope="row" className="py-1.5 pr-4 font-semibold">
                {college}
              </th>
              <td className="py-1.5 pr-4">{spelling}</td>
              <td className="py-1.5 pr-4">{saidBy}</td>
              <td className="py-1.5 pr-4">
                <Moment at={saidAt} />
              </td>
              <td className="py-1.5">
                {onBack ? (
                  <button
                    type="button"
                    aria-label={`Take back: ${spelling}`}
                    onClick={() => onBack(spelling)}
                    className="desk-button"
                  >
                    Take back
                  </button>
                ) : null}
              </td>
            </tr>
          ))}
        </DeskTable>
      )}
    </section>
  )
}
