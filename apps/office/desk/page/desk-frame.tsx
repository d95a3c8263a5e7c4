import { Award, HeartPulse, Inbox, Mail, MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useNavigation,
  useOutletContext,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { SiteNavLink } from '@naic/ui/site-link.tsx'
import type { Person } from '#staff/roles.ts'
import type { DeskSummary } from '../desk-api.ts'
import { DeskClosed, readDesk } from './ask-desk.ts'
import { KeyHelp } from './desk-keys.tsx'

export const loadDesk = () => readDesk<DeskSummary>('/api/desk')

const rooms = [
  { to: '/applications', name: 'Applications', Icon: Inbox },
  { to: '/messages', name: 'Messages', Icon: MessagesSquare },
  { to: '/certificates', name: 'Certificates', Icon: Award },
  { to: '/outbox', name: 'Outbox', Icon: Mail },
  { to: '/health', name: 'Health', Icon: HeartPulse },
] as const

type Say = (sentence: string) => void

/** @returns what says, at the top of the desk and read out, what was done last. */
export const useSay = () => useOutletContext<Say>()

/** @returns who uses the desk. */
export const usePerson = (): Person =>
  useRouteLoaderData<DeskSummary>('desk')?.person ?? { name: '', rights: [] }

/** The header with the rooms, around every page of the desk. */
export function DeskFrame() {
  const { person, siteUrl } = useLoaderData<typeof loadDesk>()
  const [said, say] = useState('')
  const isBusy = useNavigation().state !== 'idle'
  return (
    <div className="flex min-h-svh flex-col lg:h-svh">
      <a
        href="#main"
        className="bg-paper text-ink absolute top-2 left-2 z-50 -translate-y-20 rounded-md px-4 py-3 focus:translate-y-0"
      >
        Skip to the content
      </a>
      <header className="bg-ink text-paper jali">
        <div className="flex flex-wrap items-center gap-x-8 gap-y-1 px-4 py-2 lg:px-6">
          <p className="font-heading text-xl">
            The desk
            <span className="text-ink-pale ml-3 font-sans text-sm">
              {new URL(siteUrl).host}, as {person.name}
            </span>
          </p>
          <nav aria-label="Desk">
            <ul className="flex flex-wrap">
              {rooms.map(({ to, name, Icon }) => (
                <li key={to}>
                  <SiteNavLink
                    to={to}
                    className="aria-[current=page]:border-marigold flex min-h-11 items-center gap-2 border-b-2 border-transparent px-3 font-medium forced-colors:border-[Canvas] forced-colors:aria-[current=page]:border-[Highlight] hover:bg-current/10"
                  >
                    <Icon aria-hidden className="size-4" />
                    {name}
                  </SiteNavLink>
                </li>
              ))}
            </ul>
          </nav>
          <KeyHelp />
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        aria-busy={isBusy}
        className="flex min-h-0 min-w-0 grow flex-col lg:overflow-y-auto"
      >
        <p role="status" className="bg-peacock-pale empty:hidden border-peacock border-b px-4 py-2">
          {said}
        </p>
        <Outlet context={say satisfies Say} />
      </main>
    </div>
  )
}

/** Takes the place of everything when there is nothing to show. */
export function DeskFailure() {
  const error = useRouteError()
  return (
    <main className="wrap grid min-h-svh content-center justify-items-center py-12">
      <title>The council's desk</title>
      <div className="max-w-text grid gap-4">
        {error instanceof DeskClosed ? (
          <>
            <h1 className="text-title">This desk is not open here</h1>
            <p>
              Its address opens it once, for one tab, as long as the command runs. In the terminal
              where it runs, press Enter for a new address. If it has ended, start it again:
            </p>
            <p>
              <code className="border-hairline bg-warm rounded-md border px-3 py-2">
                council desk
              </code>
            </p>
          </>
        ) : (
          <>
            <h1 className="text-title">Something went wrong</h1>
            <FailureNotice title="This could not be shown.">
              {isRouteErrorResponse(error) ? 'There is no such page.' : (error as Error).message}
            </FailureNotice>
            <a href="/" className="link">
              Back to the desk
            </a>
          </>
        )}
      </div>
    </main>
  )
}

/** To the public page of a certificate, in another tab. */
export function CertificateLink({ id }: { id: string }) {
  const { siteUrl } = useRouteLoaderData<DeskSummary>('desk') ?? { siteUrl: '' }
  return (
    <a href={`${siteUrl}/verify/${id}`} target="_blank" rel="noreferrer" className="link font-mono">
      {id}
    </a>
  )
}
