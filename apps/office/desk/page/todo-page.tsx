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

/** `all` is the address of all of them; `none` stands in place of an empty list. */
const kinds = {
  received: {
    title: 'Applications to decide',
    all: '/applications?status=received&sort=received',
    none: 'All are decided.',
  },
  messages: { title: 'Messages to answer', all: '/messages', none: 'All are answered.' },
  letters: {
    title: 'Letters that did not go out',
    all: '/outbox',
    none: 'All went out or will by themselves.',
  },
  completed: {
    title: 'Completed without a certificate',
    all: '/applications?status=completed&missing=certificate&sort=received',
    none: 'All have theirs.',
  },
}

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
        <Waiting of="received" {...todo.received} {...held} />
      </div>
      <div className="min-h-0 overflow-y-auto">
        <Waiting of="messages" {...todo.messages} {...held} />
        <Waiting of="letters" {...todo.letters} {...held} />
        <Waiting of="completed" {...todo.completed} {...held} />
      </div>
    </div>
  )
}

function walk(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  rows[at === -1 ? 0 : at + step]?.focus()
}

type WaitingProps = ToDo[keyof ToDo] & { of: keyof ToDo; isHeld: boolean }

function Waiting({ of, total, ...list }: WaitingProps) {
  const { title, all, none } = kinds[of]
  const { rows, held } = useHeldRows(list)
  const toOne = all + (all.includes('?') ? '&open=' : '?open=')
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
        {total > rows.length ? (
          <DeskLink to={all} className="link ml-auto font-normal">
            Show all
          </DeskLink>
        ) : null}
      </h2>
      {rows.length === 0 ? (
        <p className="text-ink-soft flex h-12 items-center px-4">{none}</p>
      ) : null}
      <ul>
        {rows.map(({ id, name, beside, at }) => (
          <li key={id}>
            <DeskLink
              to={toOne + id}
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
          </li>
        ))}
      </ul>
    </section>
  )
}
