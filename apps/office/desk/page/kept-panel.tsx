import { Check, X } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import {
  type ComponentProps,
  Fragment,
  type ReactNode,
  startTransition,
  useOptimistic,
  useRef,
  useState,
} from 'react'
import { useLoaderData } from 'react-router'
import {
  keptFacts,
  type KeptFact,
  keptInWords,
  type Receipt,
  scores,
} from '@naic/admissions/applications/kept-facts.ts'
import { shortDay, todayInIndia } from '@naic/store/sheets/indian-day.ts'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import type { KeptAsked } from '@naic/admissions/applications/keep-fact.ts'
import type { ApplicationList, ListedApplication } from '../desk-api.ts'
import { DeskButton } from './desk-button.tsx'
import { keepOfOne } from './answer-dialog.tsx'
import { CorrectForm, keysOfField } from './correct-form.tsx'
import { useMay, usePerson, useTell } from './desk-frame.tsx'
import { useDeskKeys } from './desk-keys.tsx'
import type { SeenApplication } from './news-of-others.tsx'
import { Facts } from './facts.tsx'

type Keep = (wanted: KeptAsked) => Promise<boolean>

/** Keeps a fact of an application, but not over what a colleague has made of it and was not read. */
export function useKeep(opened: SeenApplication) {
  const [failure, setFailure] = useState<string>()
  const tell = useTell()
  const { id, reference } = opened.application

  const keep: Keep = async (wanted) => {
    const { fact } = wanted
    // A tag takes nothing away from a colleague's.
    const seen = fact === 'tags' ? undefined : opened.seenOf(fact)
    try {
      const { again = 0 } = await keepOfOne('kept', { of: [{ id, seen }], wanted })
      const sent = again === 1 ? ' One letter goes out again.' : ` ${again} letters go out again.`
      setFailure(undefined)
      await tell(`${keptFacts[fact].label} of ${reference}: kept.${again > 0 ? sent : ''}`)
      return true
    } catch (error) {
      setFailure((error as Error).message)
      // Whoever is elsewhere by now does not see that.
      void tell(`${keptFacts[fact].label} of ${reference}: not kept.`)
      return false
    }
  }
  return { keep, failure }
}

/**
 * What the office keeps of an application beside its status: each line shows a fact and changes it. Name and
 * address are corrected where they stand.
 */
export function KeptPanel({ opened }: { opened: SeenApplication }) {
  const { keep, failure } = useKeep(opened)
  const mayChange = useMay('review')
  const { kept } = opened.application
  const lines: Record<Exclude<KeptFact, 'name' | 'email'>, ReactNode> = {
    assignee: <Assignee now={kept.assignee} keep={keep} />,
    score: <Score now={kept.score} keep={keep} />,
    tags: <Tags now={kept.tags} keep={keep} />,
    tasks: <Received receipt="tasks" now={kept.tasks} keep={keep} />,
    fee: <Received receipt="fee" now={kept.fee} keep={keep} />,
  }
  const facts = Object.keys(lines) as (keyof typeof lines)[]
  return (
    <section aria-label="Kept by the office" className="grid gap-1">
      <FailureNotice title="This was not kept.">{failure}</FailureNotice>
      {mayChange ? (
        facts.map((fact) => <Fragment key={fact}>{lines[fact]}</Fragment>)
      ) : (
        <Facts
          facts={facts.map((fact) => [keptFacts[fact].label, keptInWords(kept, fact) ?? 'none'])}
        />
      )}
    </section>
  )
}

type Kept = ListedApplication['kept']
type PartProps<Fact extends keyof Kept> = { now: Kept[Fact]; keep: Keep }

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

/** For a tag, with those that there are. */
export function TagField(props: ComponentProps<'input'>) {
  const { list } = useLoaderData<{ list: ApplicationList }>()
  return (
    <>
      <input list="tags" autoComplete="off" enterKeyHint="done" className="control" {...props} />
      <datalist id="tags">
        {list.tags.map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </datalist>
    </>
  )
}

/** For nobody, or one of the staff and of those who have any. */
export function WhoField({ value = '', ...props }: ComponentProps<'select'> & { value?: string }) {
  const { list } = useLoaderData<{ list: ApplicationList }>()
  const others = value === '' || list.people.includes(value) ? [] : [value]
  return (
    <select className="control" value={value} {...props}>
      <option value="">nobody</option>
      {[...others, ...list.people].map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
}

function Assignee({ now, keep }: PartProps<'assignee'>) {
  const { name } = usePerson()
  const field = useRef<HTMLSelectElement>(null)
  const [shown, show] = useOptimistic(now)
  const give = (to: string | null) =>
    startTransition(async () => {
      show(to)
      await keep({ fact: 'assignee', to })
    })
  useDeskKeys({
    i: () => give(name),
    o() {
      field.current?.focus()
      field.current?.showPicker()
    },
  })
  return (
    <Line fact="assignee">
      <div className="min-w-24 grow basis-24">
        <WhoField
          ref={field}
          aria-labelledby="kept-assignee"
          aria-keyshortcuts="o"
          value={shown ?? ''}
          onChange={({ currentTarget }) => {
            give(currentTarget.value || null)
            // The next letter is a key of the desk, and no other name.
            currentTarget.blur()
          }}
          onKeyDown={keysOfField((select) => select.blur())}
        />
      </div>
      {shown === name ? null : (
        <DeskButton aria-keyshortcuts="i" onClick={() => give(name)}>
          I have it
        </DeskButton>
      )}
    </Line>
  )
}

function Score({ now, keep }: PartProps<'score'>) {
  const give = (to: string | null) => void keep({ fact: 'score', to })
  const byKey = Object.fromEntries(scores.map((one) => [String(one), () => give(String(one))]))
  useDeskKeys({ ...byKey, 0: () => give(null) })
  return (
    <Line fact="score">
      <div role="group" aria-labelledby="kept-score" className="flex flex-wrap gap-1">
        {scores.map((one) => (
          <DeskButton
            key={one}
            aria-pressed={now === one}
            aria-keyshortcuts={String(one)}
            onClick={() => give(now === one ? null : String(one))}
            className="aria-pressed:bg-ink aria-pressed:text-paper min-w-12 max-sm:min-w-10 justify-center px-0 tabular-nums forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText] forced-colors:aria-pressed:forced-color-adjust-none"
          >
            {one}
          </DeskButton>
        ))}
      </div>
    </Line>
  )
}

const Tags = ({ now, keep }: PartProps<'tags'>) => (
  <Line fact="tags">
    <ul aria-labelledby="kept-tags" className="contents">
      {now.map((tag) => (
        <li
          key={tag}
          className="bg-sand inline-flex min-h-9 max-w-full items-center rounded-sm pl-2"
        >
          <span className="truncate pr-2">{tag}</span>
          <TakeAway
            label={`Take away the tag ${tag}`}
            onPress={() => void keep({ fact: 'tags', remove: tag })}
          />
        </li>
      ))}
    </ul>
    <AddTag keep={keep} />
  </Line>
)

/** What is typed or picked is kept when the field is left. */
function AddTag({ keep }: { keep: Keep }) {
  const field = useRef<HTMLInputElement>(null)
  useDeskKeys({ t: () => field.current?.focus() })

  async function leave() {
    const tag = field.current?.value.trim()
    if (!field.current || !tag) return
    field.current.value = ''
    const isKept = await keep({ fact: 'tags', add: tag })
    // What was typed meanwhile stays.
    if (!isKept && field.current?.value === '') field.current.value = tag
  }

  return (
    <form
      className="min-w-24 grow basis-24"
      onSubmit={(event) => {
        event.preventDefault()
        void leave()
      }}
    >
      <TagField
        ref={field}
        placeholder="add a tag"
        aria-label="Add a tag"
        aria-keyshortcuts="t"
        onBlur={() => void leave()}
        onKeyDown={keysOfField((input) => {
          input.value = ''
          // Lets the desk's keys work again.
          input.blur()
        })}
      />
    </form>
  )
}

const TakeAway = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <button
    type="button"
    aria-label={label}
    onClick={onPress}
    className="hover:bg-ink-pale grid size-9 shrink-0 place-items-center rounded-sm"
  >
    <Icon of={X} />
  </button>
)

const keyOf: Record<Receipt, string> = { tasks: 'h', fee: 'f' }

function Received({ receipt, now, keep }: PartProps<Receipt> & { receipt: Receipt }) {
  const [isOpen, setIsOpen] = useState(false)
  const { label } = keptFacts[receipt]
  useDeskKeys(now ? {} : { [keyOf[receipt]]: () => setIsOpen(true) })
  if (now) {
    const { on, reference, by } = now
    return (
      <Line fact={receipt}>
        <span className="flex min-w-0 flex-1 items-center gap-2 py-1">
          <Icon of={Check} className="text-peacock" />
          <span className="min-w-0 break-words">
            {[shortDay(on), reference].filter(Boolean).join(', ')}
            <span className="text-ink-soft"> by {by}</span>
          </span>
        </span>
        <TakeAway
          label={`Take away: ${label}`}
          onPress={() => void keep({ fact: receipt, to: null })}
        />
      </Line>
    )
  }
  return (
    <Line fact={receipt}>
      {isOpen ? (
        <ReceiptForm receipt={receipt} keep={keep} onClose={() => setIsOpen(false)} />
      ) : (
        <>
          <span className="text-ink-soft grow">not yet</span>
          <DeskButton
            aria-label={`${label}: record it`}
            aria-keyshortcuts={keyOf[receipt]}
            onClick={() => setIsOpen(true)}
          >
            Record
          </DeskButton>
        </>
      )}
    </Line>
  )
}

type FormProps = { receipt: Receipt; keep: Keep; onClose: () => void }

function ReceiptForm({ receipt, keep, onClose }: FormProps) {
  const [on, setOn] = useState(todayInIndia)
  return (
    <CorrectForm
      name={keptFacts[receipt].label}
      label="Its reference"
      placeholder="its reference, if any"
      value=""
      action="Keep it"
      onCorrect={async (reference) => {
        if (await keep({ fact: receipt, to: { on, reference } })) onClose()
      }}
      onLeave={onClose}
    >
      <input
        type="date"
        aria-label={`${keptFacts[receipt].label} on`}
        required
        max={todayInIndia()}
        value={on}
        onChange={({ currentTarget }) => setOn(currentTarget.value)}
        onKeyDown={keysOfField(onClose)}
        className="control w-auto grow"
      />
    </CorrectForm>
  )
}
