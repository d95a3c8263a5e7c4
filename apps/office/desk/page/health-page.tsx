import { CircleCheck, CircleX, RefreshCw, TriangleAlert } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { useState } from 'react'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { DeskButton } from './desk-button.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import type { HealthCard } from '../serve/health-cards.ts'
import { readDesk } from './ask-desk.ts'
import { Moment } from './moment.tsx'
import { useLastAnswer } from './use-answer.ts'

/** How it stands with everything that the office needs, the worst first, and what to do. */
export function HealthPage() {
  const [round, setRound] = useState(0)
  const got = useLastAnswer(round, async () => {
    const cards = await readDesk<HealthCard[]>('/api/health')
    return { cards, at: new Date().toISOString() }
  })
  const isLooking = got?.of !== round
  const found = got && 'cards' in got.answer ? got.answer : undefined
  const failure = got && 'detail' in got.answer ? got.answer.detail : undefined

  return (
    <div className="grid content-start gap-4 p-4 lg:px-6">
      <title>Health · The council's desk</title>
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-title">Health</h1>
        <p role="status" className="flex items-center gap-2">
          {isLooking ? (
            <>
              <Spinner /> Looking…
            </>
          ) : found ? (
            <>
              <strong>{inWords(found.cards)}</strong>
              <span className="text-ink-soft [&_time]:whitespace-normal">
                <Moment at={found.at} />
              </span>
            </>
          ) : null}
        </p>
        <DeskButton
          aria-disabled={isLooking}
          onClick={() => setRound(round + 1)}
          className="ml-auto"
        >
          <Icon of={RefreshCw} />
          Look again
        </DeskButton>
      </div>
      <FailureNotice title="This could not be looked at.">{failure}</FailureNotice>
      {found?.cards.some(({ state }) => state !== 'right') ? (
        <p className="max-w-text">
          Tell the person who runs the server what stands here, in these words: what is wrong at
          once, by telephone, the rest today.
        </p>
      ) : null}
      <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {found?.cards.map((card) => (
          <Card key={card.title} {...card} />
        ))}
      </ul>
    </div>
  )
}

function inWords(cards: readonly HealthCard[]): string {
  const count = (state: HealthCard['state']) => cards.filter((card) => card.state === state).length
  const [wrong, warning] = [count('wrong'), count('warning')]
  if (wrong + warning === 0) return 'All is well.'
  const parts = [wrong > 0 ? `${wrong} wrong` : '', warning > 0 ? `${warning} to look into` : '']
  return `${parts.filter(Boolean).join(', ')}.`
}

/** Never the colour alone. */
const looks = {
  right: { icon: CircleCheck, edge: 'border-l-peacock', mark: 'text-peacock', name: 'All is well' },
  warning: {
    icon: TriangleAlert,
    edge: 'border-l-marigold bg-marigold-pale',
    mark: 'text-warning',
    name: 'To look into',
  },
  wrong: { icon: CircleX, edge: 'border-l-error', mark: 'text-error', name: 'Wrong' },
}

function Card({ title, state, says, todo }: HealthCard) {
  const { icon, edge, mark, name } = looks[state]
  return (
    <li
      className={`border-hairline grid grid-cols-[minmax(0,1fr)] gap-2 rounded-lg border border-l-4 p-4 ${edge}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-lg">{title}</h2>
        <p className={`inline-flex items-center gap-1.5 text-sm font-semibold ${mark}`}>
          <Icon of={icon} />
          {name}
        </p>
      </div>
      {says.map((one) => (
        <p key={one} className="wrap-anywhere">
          {one}
        </p>
      ))}
      {todo ? <p className="font-semibold">{todo}</p> : null}
    </li>
  )
}
