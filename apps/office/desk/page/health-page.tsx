import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import type { Finding } from '../desk-api.ts'
import { readDesk } from './ask-desk.ts'

/** What `council doctor` finds, the worst first. */
export function HealthPage() {
  const [found, setFound] = useState<Finding[]>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    if (found || failure) return
    readDesk<Finding[]>('/api/health').then(setFound, (error: Error) => setFailure(error.message))
  }, [found, failure])
  const isLooking = !found && !failure
  const count = (state: Finding['state']) => found?.filter((one) => one.state === state).length ?? 0
  return (
    <div className="wrap grid gap-6 py-8">
      <title>Health · The council's desk</title>
      <h1 className="text-title">Health</h1>
      <div role="status" className="flex flex-wrap items-center gap-4">
        {isLooking ? (
          <p className="flex items-center gap-3">
            <Spinner /> Looking…
          </p>
        ) : (
          <>
            {found ? (
              <p className="text-lg font-semibold">
                {count('wrong') === 0 ? 'Nothing is wrong' : `${count('wrong')} wrong`}
                {count('warning') > 0 ? `, ${count('warning')} to look into` : ''}.
              </p>
            ) : null}
            <Button
              look="outline"
              onClick={() => {
                setFound(undefined)
                setFailure(undefined)
              }}
            >
              Look again
            </Button>
          </>
        )}
      </div>
      {failure ? <FailureNotice title="The checks failed.">{failure}</FailureNotice> : null}
      <ul className="border-hairline grid gap-px border-t">
        {found?.toSorted(worstFirst).map((finding) => (
          <Found key={`${finding.of} ${finding.says}`} finding={finding} />
        ))}
      </ul>
    </div>
  )
}

const places = ['wrong', 'warning', 'right']
const worstFirst = (one: Finding, other: Finding) =>
  places.indexOf(one.state) - places.indexOf(other.state)

const marks = {
  right: { Icon: CircleCheck, look: 'text-peacock', name: 'Right' },
  warning: { Icon: TriangleAlert, look: 'text-warning', name: 'To look into' },
  wrong: { Icon: CircleX, look: 'text-error', name: 'Wrong' },
}

function Found({ finding: { of, state, says, advice } }: { finding: Finding }) {
  const { Icon, look, name } = marks[state]
  return (
    <li className="border-hairline grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 sm:grid-cols-[auto_8rem_minmax(0,1fr)] border-b py-2">
      <Icon aria-label={name} role="img" className={`mt-0.5 size-5 ${look}`} />
      <span className="font-semibold">{of}</span>
      <span className="max-sm:col-start-2">
        {says}
        {advice ? <span className="block font-medium">{advice}</span> : null}
      </span>
    </li>
  )
}
