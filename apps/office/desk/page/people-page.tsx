import { type SubmitEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import type { Candidate } from '#privacy/find-candidates.ts'
import type { PeopleFound } from '../serve/keep-person.ts'
import { sendDesk } from './ask-desk.ts'
import { useMay } from './desk-frame.tsx'
import { useDeskKeys } from './desk-keys.tsx'
import { focus, ReadPerson } from './one-person.tsx'
import { useAnswer } from './use-answer.ts'
import { Waiting } from './waiting.tsx'

/** What is asked for; the journal has a line for each time that somebody looked. */
type Asked = { typed: string }
type Listed = Extract<PeopleFound, { state: 'candidates' }>

/**
 * What is held of people: found, handed over, erased. Whom somebody looked for stays in this page; its
 * address, which browsers remember, has an application's id at most.
 */
export function PeoplePage() {
  const mayKeep = useMay('keep')
  const [search] = useSearchParams()
  const of = search.get('of')
  return (
    <>
      <title>People · The council's desk</title>
      <h1 className="sr-only">People</h1>
      {mayKeep ? (
        <FindPeople key={of} linked={of} />
      ) : (
        <p className="p-6">This is for those who erase and export what people sent.</p>
      )}
    </>
  )
}

/** @param linked whom a link of an application names by its id. */
function FindPeople({ linked }: { linked: string | null }) {
  const [asked, setAsked] = useState<Asked | undefined>(linked ? { typed: linked } : undefined)
  const answer = useAnswer(asked, () => sendDesk<PeopleFound>('/api/people/find', { ...asked }))
  const found = answer && 'state' in answer ? answer : undefined
  /** Stays beside the person who was chosen from it. */
  const [kept, setKept] = useState<Listed>()
  const listed = found?.state === 'candidates' ? found : kept
  /** Whom somebody typed goes with what was held of them. */
  const [erasures, setErasures] = useState(0)

  const ask = (next: Asked | undefined, beside: Listed | undefined) => {
    setKept(beside)
    setAsked(next)
  }
  const person = found?.state === 'person' ? found.person : undefined
  return (
    <div className="grid min-h-0 grow max-lg:content-start lg:grid-cols-[minmax(18rem,24rem)_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
      <section
        aria-label="Find a person"
        className={`border-hairline min-h-0 overflow-y-auto lg:border-r ${person ? 'max-lg:hidden' : ''}`}
      >
        <Search key={erasures} onFind={(typed) => ask({ typed }, undefined)} />
        {listed ? (
          <Candidates
            {...listed}
            openId={person?.whom}
            onChoose={(typed) => ask({ typed }, listed)}
          />
        ) : null}
      </section>
      <section aria-label="Person" className="min-h-0 min-w-0 overflow-y-auto">
        {person ? (
          <>
            <button
              type="button"
              onClick={() => ask(undefined, listed)}
              className="link inline-flex min-h-11 items-center px-4 lg:hidden"
            >
              Back to the search
            </button>
            <ReadPerson
              key={JSON.stringify(person.whom)}
              person={person}
              onErased={() => {
                setKept(undefined)
                setErasures(erasures + 1)
              }}
            />
          </>
        ) : (
          <div aria-live="polite" className="grid justify-items-start p-4 lg:p-6">
            <NobodyYet answer={answer} isAwaited={asked !== undefined} isListed={!!listed} />
          </div>
        )}
      </section>
    </div>
  )
}

type NobodyProps = {
  answer: PeopleFound | { detail: string } | undefined
  isAwaited: boolean
  isListed: boolean
}

function NobodyYet({ answer, isAwaited, isListed }: NobodyProps) {
  if (isAwaited && !answer) return <Waiting>Looking into everything…</Waiting>
  if (answer && 'detail' in answer) {
    return 'state' in answer ? (
      <p className="font-semibold">{answer.detail}</p>
    ) : (
      <FailureNotice title="This could not be looked up.">{answer.detail}</FailureNotice>
    )
  }
  if (isListed) return <p>Choose one: then you see all that has the same email address.</p>
  return (
    <div className="max-w-text grid gap-3">
      <p>
        For somebody who asks what the council has about them, or asks for it to be deleted. A
        reference or an email address shows everything; a telephone or a name, which people share,
        shows a list to choose from.
      </p>
      <p>
        First make sure that it is they who ask: write to the address that is stored, and go on when
        the answer comes from there. The journal says that you looked, and names nobody.
      </p>
    </div>
  )
}

function Search({ onFind }: { onFind: (typed: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  useDeskKeys({ '/': () => field.current?.focus() })
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    onFind(field.current?.value ?? '')
  }
  return (
    <form
      role="search"
      aria-label="People"
      onSubmit={submit}
      className="border-hairline bg-paper sticky top-0 z-10 grid gap-2 border-b px-4 py-2"
    >
      <label htmlFor="find" className="text-sm font-semibold">
        Reference, email address, telephone or name
      </label>
      <div className="flex gap-2">
        <input
          id="find"
          ref={field}
          type="search"
          name="whom"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          placeholder="( / )"
          className="control min-w-0 grow"
        />
        <Button type="submit" look="outline">
          Find
        </Button>
      </div>
    </form>
  )
}

type CandidatesProps = Listed & {
  openId: object | undefined
  onChoose: (reference: string) => void
}

/** What a telephone or a name leads to, with the one that is opened; j and k go through it. */
function Candidates({ candidates, most, openId, onChoose }: CandidatesProps) {
  const open = openId && 'reference' in openId ? openId.reference : undefined
  const at = candidates.findIndex(({ reference }) => reference === open)
  const go = (to: number) => {
    const one = candidates[to]
    if (one) onChoose(one.reference)
  }
  useDeskKeys({ j: () => go(at + 1), k: () => go(at - 1) })
  return (
    <>
      <p
        role="status"
        tabIndex={-1}
        ref={focus}
        className="text-ink-soft px-4 py-1.5 text-sm focus:outline-none"
      >
        {most === null ? `${candidates.length} found` : `The newest ${most} of more`}
      </p>
      <ul>
        {candidates.map((one) => (
          <li key={one.reference} className="border-hairline border-b">
            <button
              type="button"
              aria-current={one.reference === open ? 'true' : undefined}
              onClick={() => onChoose(one.reference)}
              className="aria-[current]:bg-peacock-pale hover:bg-warm grid w-full gap-x-3 px-4 py-1.5 text-left -outline-offset-3 forced-colors:aria-[current]:outline-2"
            >
              <CandidateLines {...one} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

const CandidateLines = ({ name, reference, email, phone, what }: Candidate) => (
  <>
    <span className="flex items-baseline gap-3">
      <strong dir="auto" className="min-w-0 truncate">
        {name}
      </strong>
      <span className="text-ink-soft ml-auto shrink-0 font-mono text-sm">{reference}</span>
    </span>
    <span className="text-ink-soft flex gap-3 text-sm">
      <span className="min-w-0 truncate">{email}</span>
      <span className="ml-auto shrink-0 tabular-nums">{phone ?? what}</span>
    </span>
  </>
)
