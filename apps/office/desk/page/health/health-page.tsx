import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import type { Finding } from '#desk/shapes.ts'
import { askDesk } from '../ask-desk.ts'
import { readLines } from '../read-lines.ts'

type Examination = { findings: Finding[]; isOver: boolean; failure?: string }

const begun: Examination = { findings: [], isOver: false }

/** What doctor finds: right, or not and what to do. */
export function HealthPage() {
  const [round, setRound] = useState(0)
  const { findings, isOver, failure } = useExamination(round)
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  const warnings = findings.filter(({ state }) => state === 'warning').length
  return (
    <div className="wrap grid gap-6 py-8">
      <title>Health · The council's desk</title>
      <h1 className="text-title">Health</h1>
      <div role="status" className="flex flex-wrap items-center gap-4">
        {isOver ? (
          <>
            <p className="text-lg font-semibold">
              {wrong === 0 ? 'Nothing is wrong' : `${wrong} wrong`}
              {warnings > 0 ? `, ${warnings} to see to` : ''}.
            </p>
            <Button look="outline" onClick={() => setRound(round + 1)}>
              Look again
            </Button>
          </>
        ) : (
          <p className="flex items-center gap-3">
            <Spinner /> Looking…
          </p>
        )}
      </div>
      {failure ? <FailureNotice title="It could not be looked at.">{failure}</FailureNotice> : null}
      <ul className="border-hairline grid gap-px border-t">
        {(isOver ? findings.toSorted(worstFirst) : findings).map((finding) => (
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
  warning: { Icon: TriangleAlert, look: 'text-warning', name: 'To see to' },
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

/** @param round looks again when it is another. */
function useExamination(round: number): Examination {
  const [found, setFound] = useState<{ round: number } & Examination>({ round, ...begun })
  useEffect(() => {
    const left = new AbortController()
    const findings: Finding[] = []
    async function look(): Promise<void> {
      const answer = await askDesk('/api/health', { signal: left.signal })
      for await (const finding of readLines<Finding>(answer)) {
        findings.push(finding)
        setFound({ round, findings: [...findings], isOver: false })
      }
      setFound({ round, findings, isOver: true })
    }
    look().catch((error: Error) => {
      if (!left.signal.aborted) setFound({ round, findings, isOver: true, failure: error.message })
    })
    return () => left.abort()
  }, [round])
  return found.round === round ? found : begun
}
