import {
  Award,
  ChartColumn,
  HeartPulse,
  Inbox,
  ListTodo,
  type IconNode,
  Mail,
  MessagesSquare,
  ScrollText,
  UserSearch,
  UsersRound,
} from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { useEffect, useRef, useState } from 'react'
import {
  isRouteErrorResponse,
  NavLink,
  Outlet,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
  useOutletContext,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import type { Person, Right } from '#staff/roles.ts'
import type { DeskSummary } from '../desk-api.ts'
import { byItself, DeskAway, readShown } from './ask-desk.ts'
import { DeskLink } from './desk-link.tsx'
import { KeyHelp, useDeskKeys } from './desk-keys.tsx'
import { FindAnything } from './find-anything.tsx'
import { LostLine, useLiveDesk } from './live-desk.tsx'
import { OwnPlace } from './own-place.tsx'
import { isHere } from './sign-in.tsx'
import { type DeskNow, UndoOffers } from './undo-offers.tsx'

export async function loadDesk(): Promise<DeskNow> {
  const summary = await readShown<DeskSummary>('/api/desk')
  isHere(summary.person.name)
  return { ...summary, readAt: Date.now() }
}

type Room = { to: string; name: string; icon: IconNode; right?: Right }
const rooms: readonly Room[] = [
  { to: '/todo', name: 'To do', icon: ListTodo },
  { to: '/applications', name: 'Applications', icon: Inbox },
  { to: '/messages', name: 'Messages', icon: MessagesSquare },
  { to: '/certificates', name: 'Certificates', icon: Award },
  { to: '/outbox', name: 'Outbox', icon: Mail },
  { to: '/people', name: 'People', icon: UserSearch, right: 'keep' },
  { to: '/report', name: 'Report', icon: ChartColumn },
  { to: '/journal', name: 'Journal', icon: ScrollText },
  { to: '/health', name: 'Health', icon: HeartPulse },
  { to: '/staff', name: 'Staff', icon: UsersRound, right: 'staff' },
]

type Say = (sentence: string) => void

/** @returns what says, at the top of the desk and read out, what was done last. */
export const useSay = () => useOutletContext<Say>()

/** @returns what says what was done, and reads again what is shown. */
export function useTell() {
  const say = useSay()
  const { revalidate } = useRevalidator()
  return async (sentence: string) => {
    say(sentence)
    await revalidate()
  }
}

/** @returns who uses the desk. */
export const usePerson = (): Person =>
  useRouteLoaderData<DeskSummary>('desk')?.person ?? { name: '', rights: [] }

/** @returns whether they may do something. Only the server decides; the page hides what it would refuse. */
export const useMay = (right: Right): boolean => usePerson().rights.includes(right)

/** The header with the rooms, around every page of the desk. */
export function DeskFrame() {
  const { person, siteUrl } = useLoaderData<typeof loadDesk>()
  const [said, say] = useState('')
  const lost = useLiveDesk(say)
  const isBusy = useNavigation().state !== 'idle'
  return (
    <div className="flex min-h-svh flex-col lg:h-svh">
      <a
        href="#main"
        className="bg-paper text-ink absolute top-2 left-2 z-50 -translate-y-20 rounded-md px-4 py-3 focus:translate-y-0"
      >
        Skip to the content
      </a>
      <header className="bg-ink text-paper flex min-h-13 shrink-0 flex-wrap items-stretch gap-x-6 px-4 max-sm:gap-x-1 max-sm:px-1">
        <p className="font-heading self-center text-xl whitespace-nowrap max-sm:sr-only">
          The desk
        </p>
        <Rooms />
        <FindAnything rooms={rooms.filter(({ right = 'read' }) => person.rights.includes(right))} />
        <KeyHelp />
        <OwnPlace say={say} />
      </header>
      <main
        id="main"
        tabIndex={-1}
        aria-busy={isBusy}
        className="flex min-h-0 min-w-0 grow flex-col lg:overflow-y-auto"
      >
        <Outlet context={say satisfies Say} />
      </main>
      <footer className="bg-warm border-hairline sticky bottom-0 flex h-9 pointer-coarse:h-11 shrink-0 items-center gap-4 border-t px-4 text-sm">
        <p role="status" className="min-w-0 grow truncate font-medium" title={said}>
          {said}
        </p>
        {lost ? <LostLine lost={lost} /> : null}
        {person.rights.includes('review') ? <UndoOffers say={say} /> : null}
        <p className="text-ink-soft max-sm:hidden whitespace-nowrap">
          {person.name}, {new URL(siteUrl).host}
        </p>
      </footer>
    </div>
  )
}

/** Each room leads to what was looked for there last, in this tab. */
function Rooms() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { rights } = usePerson()
  const own = rooms.filter(({ right = 'read' }) => rights.includes(right))
  useEffect(() => {
    if (rooms.some(({ to }) => to === pathname)) sessionStorage.setItem(lastIn(pathname), search)
  }, [pathname, search])
  const go = (to: string) => void navigate(to + (sessionStorage.getItem(lastIn(to)) ?? ''))
  const goBy = (step: 1 | -1) => {
    const at = own.findIndex(({ to }) => to === pathname)
    go(own[(at + step + own.length) % own.length]?.to ?? pathname)
  }
  useDeskKeys({ '[': () => goBy(-1), ']': () => goBy(1) })
  // Where they have no room beside each other, the one that is open is in sight, and the last fades away.
  const list = useRef<HTMLUListElement>(null)
  const here = own.findIndex(({ to }) => pathname.startsWith(to))
  useEffect(() => {
    list.current?.children[here]?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [here])
  return (
    <nav aria-label="Desk" className="min-h-13 min-w-0 grow basis-52">
      <ul
        ref={list}
        className="flex h-full min-h-13 overflow-x-auto max-lg:mask-r-from-80% max-lg:pr-12"
      >
        {own.map(({ to, name, icon }) => (
          <li key={to} className="flex">
            <NavLink
              to={to}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || to === pathname) return
                event.preventDefault()
                go(to)
              }}
              className="aria-[current=page]:border-marigold flex items-center gap-2 border-b-3 border-transparent px-3 font-medium whitespace-nowrap -outline-offset-3 forced-colors:border-[Canvas] forced-colors:aria-[current=page]:border-[Highlight] hover:bg-current/10"
            >
              <Icon of={icon} />
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const lastIn = (room: string) => `desk-last${room}`

/** In the place of what could not be read; as long as the desk is away, it is asked for again. */
export function RoomFailure() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const isAway = error instanceof DeskAway
  useEffect(() => {
    if (!isAway) return undefined
    const timer = setInterval(() => void byItself(revalidate), againMs)
    return () => clearInterval(timer)
  }, [isAway, revalidate])
  return (
    <div className="grid content-start justify-items-start gap-4 p-4 lg:p-6">
      <title>The council's desk</title>
      <h1 className="sr-only">The desk</h1>
      <FailureNotice title="This could not be shown.">
        {isRouteErrorResponse(error) ? 'There is no such page.' : (error as Error).message}
      </FailureNotice>
      <DeskLink to="/">Back to the desk</DeskLink>
    </div>
  )
}

const againMs = 3_000

/** To the public page of a certificate, in another tab. */
export function CertificateLink({ id }: { id: string }) {
  const { siteUrl } = useRouteLoaderData<DeskSummary>('desk') ?? { siteUrl: '' }
  return (
    <a href={`${siteUrl}/verify/${id}`} target="_blank" rel="noreferrer" className="link font-mono">
      {id}
    </a>
  )
}
