import { Check, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useRevalidator } from 'react-router'
import {
  keptFacts,
  type KeptFact,
  keptInWords,
  type Receipt,
  receipts,
  scores,
  whatWasSent,
} from '@naic/admissions/applications/kept-facts.ts'
import { shortDay, todayInIndia } from '@naic/store/sheets/indian-day.ts'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import type {
  AskedKept,
  FoundApplication,
  KeptAsked,
  KeptDone,
  KeptWords,
  ListedApplication,
} from '../desk-api.ts'
import { readDesk, sendDesk } from './ask-desk.ts'
import { usePerson, useSay } from './desk-frame.tsx'
import { useDeskKeys } from './desk-keys.tsx'

type Props = { opened: FoundApplication }
/** @param seen what stood there when it was begun, if that was a while ago; null for nothing. */
type Keep = (wanted: KeptAsked, seen?: string | null) => Promise<boolean>

/** Keeps a fact of an application. Only what was seen is changed: a colleague's change is told. */
export function useKeep(opened: FoundApplication) {
  const [failure, setFailure] = useState<string>()
  const seenKept = useSeen(opened)
  const { revalidate } = useRevalidator()
  const say = useSay()
  const { id, reference } = opened.application

  const keep: Keep = async (wanted, given) => {
    const { fact } = wanted
    // A tag takes nothing away from a colleague's.
    const seen = fact === 'tags' ? undefined : given === undefined ? seenKept(fact) : given
    const body: AskedKept = { wanted, seen }
    try {
      const { again } = await sendDesk<KeptDone>(`/api/applications/${id}/kept`, body)
      const sent = again === 1 ? ' One letter goes out again.' : ` ${again} letters go out again.`
      say(`${keptFacts[fact].label} of ${reference}: kept.${again > 0 ? sent : ''}`)
      setFailure(undefined)
      return true
    } catch (error) {
      setFailure((error as Error).message)
      // Whoever is elsewhere by now does not see that.
      say(`${keptFacts[fact].label} of ${reference}: not kept.`)
      return false
    } finally {
      await revalidate()
    }
  }
  return { keep, failure }
}

/** Before that nobody has taken in what a colleague changed just under their finger. */
const takenInMs = 1_000

/** @returns what somebody can have seen of a fact, in words. */
function useSeen({ application, keptChanges }: FoundApplication) {
  const { name } = usePerson()
  const { kept } = application
  const [seen, setSeen] = useState(kept)
  const isNew = JSON.stringify(kept) !== JSON.stringify(seen)
  if (isNew && keptChanges.at(-1)?.changedBy === name) setSeen(kept)
  useEffect(() => {
    if (!isNew) return undefined
    const timer = setTimeout(() => setSeen(kept), takenInMs)
    return () => clearTimeout(timer)
  }, [isNew, kept])
  return (fact: KeptFact) => keptInWords(seen, fact) ?? whatWasSent(application, fact)
}

type MeanwhileProps = { seen: string | null; now: string | null; onRead: () => void }

/** Says that a colleague has changed what somebody is just changing, until they have read it. */
export function ChangedMeanwhile({ seen, now, onRead }: MeanwhileProps) {
  if (seen === now) return null
  return (
    <div
      role="alert"
      className="bg-marigold-pale border-marigold grid gap-1.5 rounded-md border p-2"
    >
      <p>
        A colleague has changed it meanwhile, to: <strong dir="auto">{now ?? 'nothing'}</strong>.
      </p>
      <p>
        <button type="button" onClick={onRead} className="desk-button bg-paper">
          I have read it
        </button>
      </p>
    </div>
  )
}

/** What the office keeps of an application beside its status: each line shows a fact and changes it. */
export function KeptPanel({ opened }: Props) {
  const { application } = opened
  const { keep, failure } = useKeep(opened)
  const [words, setWords] = useState<KeptWords>({ tags: [], people: [] })
  const mayChange = usePerson().rights.includes('review')
  // Suggestions only: without them everything can be typed.
  const askWords = () => void readDesk<KeptWords>('/api/kept-words').then(setWords, () => undefined)
  const parts = { kept: application.kept, words, askWords, keep, mayChange }
  return (
    <section aria-label="Kept by the office" className="grid gap-1">
      {failure ? <FailureNotice title="This was not kept.">{failure}</FailureNotice> : null}
      <Assignee {...parts} />
      <Score {...parts} />
      <Tags {...parts} />
      {receipts.map((receipt) => (
        <Received key={receipt} receipt={receipt} {...parts} />
      ))}
    </section>
  )
}

type PartProps = {
  kept: ListedApplication['kept']
  /** What others have typed before, once it was asked for. */
  words: KeptWords
  askWords: () => void
  keep: Keep
  mayChange: boolean
}

function Line({ fact, children }: { fact: KeptFact; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-x-2">
      <span id={`kept-${fact}`} className="text-ink-soft flex min-h-12 items-center">
        {keptFacts[fact].label}
      </span>
      <div className="flex min-h-12 min-w-0 flex-wrap items-center gap-1.5">{children}</div>
    </div>
  )
}

const none = <span className="text-ink-soft">none</span>

function Assignee({ kept: { assignee }, words, askWords, keep, mayChange }: PartProps) {
  const { name } = usePerson()
  const field = useRef<HTMLInputElement>(null)
  /** What stood there when somebody began to type; undefined while nobody does. */
  const [begun, setBegun] = useState<string | null>()
  const isGoing = useRef(false)
  const take = () => void keep({ fact: 'assignee', to: name })
  useEffect(() => {
    if (begun === undefined && field.current) field.current.value = assignee ?? ''
  }, [assignee, begun])
  useDeskKeys(mayChange ? { i: take, o: () => field.current?.focus() } : {})

  /** What is typed or picked is kept when the field is left, but not over what a colleague has made of it. */
  async function leave(): Promise<void> {
    const to = field.current?.value.trim() || null
    if (to === assignee) return setBegun(undefined)
    if (begun !== assignee || isGoing.current) return
    isGoing.current = true
    if (await keep({ fact: 'assignee', to }, begun)) setBegun(undefined)
    isGoing.current = false
  }

  function readNews(): void {
    setBegun(assignee)
    field.current?.focus()
  }

  if (!mayChange) return <Line fact="assignee">{assignee ?? none}</Line>
  return (
    <Line fact="assignee">
      <form
        className="min-w-0 grow basis-24"
        onSubmit={(event) => {
          event.preventDefault()
          field.current?.blur()
        }}
      >
        <input
          ref={field}
          aria-labelledby="kept-assignee"
          aria-keyshortcuts="o"
          list="kept-people"
          defaultValue={assignee ?? ''}
          placeholder="nobody"
          autoComplete="off"
          enterKeyHint="done"
          onFocus={askWords}
          onInput={() => setBegun((before) => (before === undefined ? assignee : before))}
          onBlur={() => void leave()}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.value = assignee ?? ''
            leaveAtEscape(event)
          }}
          className="control"
        />
        <datalist id="kept-people">
          {words.people.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </datalist>
        {begun === undefined ? null : (
          <ChangedMeanwhile seen={begun} now={assignee} onRead={readNews} />
        )}
      </form>
      {assignee === name ? null : (
        <button type="button" aria-keyshortcuts="i" onClick={take} className="desk-button">
          I have it
        </button>
      )}
    </Line>
  )
}

function Score({ kept: { score }, keep, mayChange }: PartProps) {
  const give = (to: string | null) => void keep({ fact: 'score', to })
  const byKey = Object.fromEntries(scores.map((one) => [String(one), () => give(String(one))]))
  useDeskKeys(mayChange ? { ...byKey, 0: () => give(null) } : {})
  if (!mayChange) return <Line fact="score">{score ? `${score} of 5` : none}</Line>
  return (
    <Line fact="score">
      <div role="group" aria-labelledby="kept-score" className="flex gap-1">
        {scores.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={score === one}
            aria-keyshortcuts={String(one)}
            onClick={() => give(score === one ? null : String(one))}
            className="desk-button aria-pressed:bg-ink aria-pressed:text-paper min-w-12 justify-center px-0 tabular-nums forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText] forced-colors:aria-pressed:forced-color-adjust-none"
          >
            {one}
          </button>
        ))}
      </div>
    </Line>
  )
}

function Tags({ kept: { tags }, words, askWords, keep, mayChange }: PartProps) {
  const field = useRef<HTMLInputElement>(null)
  const isGoing = useRef(false)
  useDeskKeys(mayChange ? { t: () => field.current?.focus() } : {})

  /** What is typed or picked is kept when the field is left, too. */
  async function add(): Promise<void> {
    const tag = field.current?.value.trim()
    if (!tag || isGoing.current) return
    isGoing.current = true
    if ((await keep({ fact: 'tags', add: tag })) && field.current?.value.trim() === tag) {
      field.current.value = ''
    }
    isGoing.current = false
  }

  return (
    <Line fact="tags">
      <ul aria-labelledby="kept-tags" className="contents">
        {tags.map((tag) => (
          <li
            key={tag}
            className="bg-sand inline-flex min-h-9 max-w-full items-center rounded-sm pl-2 has-[button]:pr-0"
          >
            <span className="truncate pr-2">{tag}</span>
            {mayChange ? (
              <button
                type="button"
                aria-label={`Take away the tag ${tag}`}
                onClick={() => void keep({ fact: 'tags', remove: tag })}
                className="hover:bg-ink-pale grid size-9 place-items-center rounded-sm"
              >
                <X aria-hidden />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayChange ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void add()
          }}
          className="min-w-24 grow basis-24"
        >
          <input
            ref={field}
            aria-label="Add a tag"
            aria-keyshortcuts="t"
            list="kept-tag-words"
            placeholder="add a tag"
            autoComplete="off"
            enterKeyHint="done"
            onFocus={askWords}
            onBlur={() => void add()}
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.currentTarget.value = ''
              leaveAtEscape(event)
            }}
            className="control"
          />
          <datalist id="kept-tag-words">
            {words.tags
              .filter((tag) => !tags.includes(tag))
              .map((tag) => (
                <option key={tag}>{tag}</option>
              ))}
          </datalist>
        </form>
      ) : null}
      {tags.length === 0 && !mayChange ? none : null}
    </Line>
  )
}

const keyOf: Record<Receipt, string> = { tasks: 'h', fee: 'f' }

function Received({ receipt, kept, keep, mayChange }: PartProps & { receipt: Receipt }) {
  const [isOpen, setIsOpen] = useState(false)
  const { label } = keptFacts[receipt]
  const received = kept[receipt]
  useDeskKeys(mayChange && !received ? { [keyOf[receipt]]: () => setIsOpen(true) } : {})
  if (received) {
    const { on, reference, by } = received
    return (
      <Line fact={receipt}>
        <span className="flex min-w-0 flex-1 items-center gap-2 py-1">
          <Check aria-hidden className="text-peacock" />
          <span className="min-w-0 break-words">
            {[shortDay(on), reference].filter(Boolean).join(', ')}
            <span className="text-ink-soft"> by {by}</span>
          </span>
        </span>
        {mayChange ? (
          <button
            type="button"
            aria-label={`Take away: ${label}`}
            onClick={() => void keep({ fact: receipt, to: null })}
            className="hover:bg-sand grid size-9 shrink-0 place-items-center rounded-sm"
          >
            <X aria-hidden />
          </button>
        ) : null}
      </Line>
    )
  }
  return (
    <Line fact={receipt}>
      {isOpen ? null : <span className="text-ink-soft grow">not yet</span>}
      {mayChange && !isOpen ? (
        <button
          type="button"
          aria-label={`${label}: record it`}
          aria-keyshortcuts={keyOf[receipt]}
          onClick={() => setIsOpen(true)}
          className="desk-button"
        >
          Record
        </button>
      ) : null}
      {isOpen ? (
        <ReceiptForm receipt={receipt} keep={keep} onClose={() => setIsOpen(false)} />
      ) : null}
    </Line>
  )
}

type FormProps = { receipt: Receipt; keep: Keep; onClose: () => void }

function ReceiptForm({ receipt, keep, onClose }: FormProps) {
  const { label } = keptFacts[receipt]
  const reference = useRef<HTMLInputElement>(null)
  const [on, setOn] = useState(todayInIndia)
  useEffect(() => reference.current?.focus(), [])

  async function record(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const to = { on, reference: reference.current?.value }
    if (await keep({ fact: receipt, to })) onClose()
  }

  return (
    <form aria-label={label} onSubmit={record} className="grid w-full gap-1.5">
      <input
        type="date"
        aria-label={`${label} on`}
        required
        max={todayInIndia()}
        value={on}
        onChange={({ currentTarget }) => setOn(currentTarget.value)}
        onKeyDown={atEscape(onClose)}
        className="control"
      />
      <input
        ref={reference}
        aria-label="Its reference"
        placeholder="its reference, if any"
        onKeyDown={atEscape(onClose)}
        autoComplete="off"
        enterKeyHint="done"
        className="control"
      />
      <div className="flex gap-1.5">
        <button type="submit" className="desk-button">
          Keep it
        </button>
        <button type="button" onClick={onClose} className="desk-button border-transparent">
          Leave it
        </button>
      </div>
    </form>
  )
}

/** Lets the desk's keys work again. */
function leaveAtEscape({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  if (key === 'Escape') currentTarget.blur()
}

/** For a field: leaves what it belongs to. */
export const atEscape =
  (leave: () => void) =>
  ({ key }: KeyboardEvent) => {
    if (key === 'Escape') leave()
  }
