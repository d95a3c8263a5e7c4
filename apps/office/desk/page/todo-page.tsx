import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { SiteLink } from '@naic/ui/site-link.tsx'
import type { ToDo } from '../desk-api.ts'
import { readDesk } from './ask-desk.ts'
import { useDeskKeys } from './desk-keys.tsx'
import { Moment } from './moment.tsx'

export const loadToDo = () => readDesk<ToDo>('/api/todo')

const received = '/applications?status=received&sort=received'
const completed = '/applications?status=completed&missing=certificate&sort=received'

/** Where the day begins: what waits for somebody, the longest waiting first. */
export function ToDoPage() {
  const todo = useLoaderData<typeof loadToDo>()
  useDeskKeys({ j: () => walk(1), k: () => walk(-1) })
  return (
    <div className="grid min-h-0 grow content-start gap-px lg:grid-cols-[3fr_2fr] lg:grid-rows-[minmax(0,1fr)]">
      <title>To do · The council's desk</title>
      <h1 className="sr-only">To do</h1>
      <div className="border-hairline min-h-0 overflow-y-auto lg:border-r">
        <Waiting
          title="Applications to decide"
          all={received}
          {...todo.received}
          none="All are decided."
        >
          {todo.received.first.map(({ id, name, college, domain, receivedAt }) => (
            <Row key={id} to={`${received}&open=${id}`} name={name} at={receivedAt}>
              {domain}, {college}
            </Row>
          ))}
        </Waiting>
      </div>
      <div className="min-h-0 overflow-y-auto">
        <Waiting
          title="Messages to answer"
          all="/messages"
          {...todo.messages}
          none="All are answered."
        >
          {todo.messages.first.map(({ id, name, subject, received_at: at }) => (
            <Row key={id} to={`/messages?open=${id}`} name={subject} at={at}>
              {name}
            </Row>
          ))}
        </Waiting>
        <Waiting
          title="Letters that did not go out"
          all="/outbox"
          {...todo.letters}
          none="All went out or will by themselves."
        >
          {todo.letters.first.map(({ id, subject, to, at }) => (
            <Row key={id} to={`/outbox?open=${id}`} name={to.address} at={at}>
              {subject}
            </Row>
          ))}
        </Waiting>
        <Waiting
          title="Completed without a certificate"
          all={completed}
          {...todo.completed}
          none="All have theirs."
        >
          {todo.completed.first.map(({ id, name, domain, receivedAt }) => (
            <Row key={id} to={`${completed}&open=${id}`} name={name} at={receivedAt}>
              {domain}
            </Row>
          ))}
        </Waiting>
      </div>
    </div>
  )
}

/** Moves the focus through the rows, in the order of the page. */
function walk(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  rows[at === -1 ? 0 : at + step]?.focus()
}

type WaitingProps = {
  title: string
  /** The address of all of them. */
  all: string
  total: number
  first: readonly unknown[]
  /** In place of an empty list. */
  none: string
  children: ReactNode
}

function Waiting({ title, all, total, first, none, children }: WaitingProps) {
  return (
    <section aria-label={title}>
      <h2 className="bg-warm border-hairline sticky top-0 z-10 flex h-11 items-center gap-3 border-b px-4 font-sans text-sm font-semibold tracking-normal">
        {title}
        <span
          className={`rounded-full px-2 tabular-nums ${total > 0 ? 'bg-marigold text-ink' : 'bg-sand text-ink-soft'}`}
        >
          {total.toLocaleString('en-IN')}
        </span>
        {total > first.length ? (
          <SiteLink to={all} className="link ml-auto font-normal">
            Show all
          </SiteLink>
        ) : null}
      </h2>
      {total === 0 ? <p className="text-ink-soft flex h-12 items-center px-4">{none}</p> : null}
      <ul>{children}</ul>
    </section>
  )
}

type RowProps = { to: string; name: string; at: string; children: ReactNode }

function Row({ to, name, at, children }: RowProps) {
  return (
    <li>
      <SiteLink
        to={to}
        data-row
        className="border-hairline hover:bg-warm focus-visible:bg-peacock-pale flex h-12 items-center gap-3 border-b px-4 -outline-offset-3"
      >
        <span dir="auto" className="w-44 max-sm:w-32 shrink-0 truncate font-semibold">
          {name}
        </span>
        <span className="min-w-0 grow truncate">{children}</span>
        <span className="text-ink-soft text-sm max-sm:hidden">
          <Moment at={at} />
        </span>
      </SiteLink>
    </li>
  )
}
