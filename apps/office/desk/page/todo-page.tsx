import { useLoaderData } from 'react-router'
import { DeskLink } from './desk-link.tsx'
import type { ToDo } from '../serve/routes/day.ts'
import { isByItself, readShown } from './ask-desk.ts'
import { useDeskKeys } from './desk-keys.tsx'
import { heldRows, isHeld, ShowNew, useHeldRows } from './held-rows.tsx'
import { Moment } from './moment.tsx'

export async function loadToDo() {
  const readByItself = isByItself()
  const todo = await readShown<ToDo>('/api/todo')
  return { todo, isHeld: isHeld(readByItself) }
}

const received = '/applications?status=received&sort=received'
const completed = '/applications?status=completed&missing=certificate&sort=received'

/** Where the day begins: what waits for somebody, the longest waiting first. */
export function ToDoPage() {
  const { todo, ...held } = useLoaderData<typeof loadToDo>()
  useDeskKeys({ j: () => walk(1), k: () => walk(-1) })
  return (
    <div
      {...heldRows}
      className="grid min-h-0 grow content-start gap-px lg:grid-cols-[3fr_2fr] lg:grid-rows-[minmax(0,1fr)]"
    >
      <title>To do · The council's desk</title>
      <h1 className="sr-only">To do</h1>
      <div className="border-hairline min-h-0 overflow-y-auto lg:border-r">
        <Waiting
          title="Applications to decide"
          all={received}
          {...todo.received}
          {...held}
          none="All are decided."
          rowOf={({ id, name, college, domain, receivedAt: at }) => {
            return { to: `${received}&open=${id}`, name, at, beside: `${domain}, ${college}` }
          }}
        />
      </div>
      <div className="min-h-0 overflow-y-auto">
        <Waiting
          title="Messages to answer"
          all="/messages"
          {...todo.messages}
          {...held}
          none="All are answered."
          rowOf={({ id, name, subject, received_at: at }) => {
            return { to: `/messages?open=${id}`, name: subject, at, beside: name }
          }}
        />
        <Waiting
          title="Letters that did not go out"
          all="/outbox"
          {...todo.letters}
          {...held}
          none="All went out or will by themselves."
          rowOf={({ id, subject, to, at }) => {
            return { to: `/outbox?open=${id}`, name: to.address, at, beside: subject }
          }}
        />
        <Waiting
          title="Completed without a certificate"
          all={completed}
          {...todo.completed}
          {...held}
          none="All have theirs."
          rowOf={({ id, name, domain, receivedAt: at }) => {
            return { to: `${completed}&open=${id}`, name, at, beside: domain }
          }}
        />
      </div>
    </div>
  )
}

function walk(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  rows[at === -1 ? 0 : at + step]?.focus()
}

type WaitingProps<One> = {
  title: string
  /** The address of all of them. */
  all: string
  total: number
  first: readonly One[]
  isHeld: boolean
  none: string
  rowOf: (one: One) => Row
}

type Row = { to: string; name: string; at: string; beside: string }

function Waiting<One extends { id: string }>({
  title,
  all,
  total,
  first,
  isHeld: areHeld,
  none,
  rowOf,
}: WaitingProps<One>) {
  const { rows, held } = useHeldRows(first, { isHeld: areHeld, total })
  return (
    <section aria-label={title}>
      <h2 className="bg-warm border-hairline sticky top-0 z-10 flex h-11 items-center gap-3 border-b px-4 font-sans text-sm font-semibold tracking-normal">
        {title}
        <span
          className={`rounded-full px-2 tabular-nums ${total > 0 ? 'bg-marigold text-ink' : 'bg-sand text-ink-soft'}`}
        >
          {total.toLocaleString('en-IN')}
        </span>
        <ShowNew held={held} />
        {total > first.length ? (
          <DeskLink to={all} className="link ml-auto font-normal">
            Show all
          </DeskLink>
        ) : null}
      </h2>
      {rows.length === 0 ? (
        <p className="text-ink-soft flex h-12 items-center px-4">{none}</p>
      ) : null}
      <ul>
        {rows.map((one) => (
          <li key={one.id}>
            <WaitingRow {...rowOf(one)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const WaitingRow = ({ to, name, at, beside }: Row) => (
  <DeskLink
    to={to}
    data-row
    className="border-hairline hover:bg-warm focus-visible:bg-peacock-pale flex h-12 items-center gap-3 border-b px-4 -outline-offset-3"
  >
    <span dir="auto" className="w-44 max-sm:w-32 shrink-0 truncate font-semibold">
      {name}
    </span>
    <span className="min-w-0 grow truncate">{beside}</span>
    <span className="text-ink-soft text-sm max-sm:hidden">
      <Moment at={at} />
    </span>
  </DeskLink>
)
