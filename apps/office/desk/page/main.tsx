import './desk.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, redirect, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { ApplicationsPage, loadApplications } from './applications-page.tsx'
import { CertificatesPage, loadCertificates } from './certificates-page.tsx'
import { DeskFrame, loadDesk, RoomFailure } from './desk-frame.tsx'
import { HealthPage } from './health-page.tsx'
import { IssuePage } from './issue-page.tsx'
import { JournalPage, loadJournal } from './journal-page.tsx'
import { loadMessages, MessagesPage } from './messages-page.tsx'
import { loadOutbox, OutboxPage } from './outbox-page.tsx'
import { PeoplePage } from './people-page.tsx'
import { loadReport, ReportPage } from './report-page.tsx'
import { loadPasskeys, PasskeysPage } from './passkeys-page.tsx'
import { ReceiptsPage } from './receipts-page.tsx'
import { answerInvitation } from './sign-in.tsx'
import { loadStaff, StaffPage } from './staff-page.tsx'
import { loadToDo, ToDoPage } from './todo-page.tsx'

const pages = [
  { index: true, loader: () => redirect('/todo') },
  { path: '/todo', element: <ToDoPage />, loader: loadToDo },
  { path: '/applications', element: <ApplicationsPage />, loader: loadApplications },
  { path: '/applications/receipts', element: <ReceiptsPage /> },
  { path: '/messages', element: <MessagesPage />, loader: loadMessages },
  { path: '/certificates', element: <CertificatesPage />, loader: loadCertificates },
  { path: '/certificates/issue', element: <IssuePage /> },
  { path: '/outbox', element: <OutboxPage />, loader: loadOutbox },
  { path: '/people', element: <PeoplePage /> },
  { path: '/report', element: <ReportPage />, loader: loadReport },
  { path: '/journal', element: <JournalPage />, loader: loadJournal },
  { path: '/health', element: <HealthPage /> },
  { path: '/staff', element: <StaffPage />, loader: loadStaff },
  { path: '/passkeys', element: <PasskeysPage />, loader: loadPasskeys },
] as const satisfies readonly RouteObject[]

/** Where a page is. A journey looks at every one, and lacks a type until it does. */
export type DeskPath = Extract<(typeof pages)[number], { path: string }>['path']

await answerInvitation()
const place = document.querySelector('#desk')
if (place) {
  const frame = {
    element: <DeskFrame />,
    loader: loadDesk,
    id: 'desk',
    errorElement: <RoomFailure />,
    HydrateFallback: () => null,
    children: [{ errorElement: <RoomFailure />, children: [...pages] }],
  }
  createRoot(place).render(
    <StrictMode>
      <RouterProvider router={createBrowserRouter([frame])} />
    </StrictMode>,
  )
}
