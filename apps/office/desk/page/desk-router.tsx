import { createBrowserRouter, redirect } from 'react-router'
import { ApplicationsPage, loadApplications } from './applications/applications-page.tsx'
import { CertificatesPage, loadCertificates } from './certificates/certificates-page.tsx'
import { DeskFailure } from './desk-failure.tsx'
import { DeskFrame, loadDesk } from './desk-frame.tsx'
import { HealthPage } from './health/health-page.tsx'
import { loadMessages, MessagesPage } from './messages/messages-page.tsx'
import { loadOutbox, OutboxPage } from './outbox/outbox-page.tsx'

/** Every page of the desk. */
export const deskRouter = () =>
  createBrowserRouter([
    {
      element: <DeskFrame />,
      loader: loadDesk,
      id: 'desk',
      errorElement: <DeskFailure />,
      HydrateFallback: () => null,
      children: [
        { index: true, loader: () => redirect('/applications') },
        { path: '/applications', element: <ApplicationsPage />, loader: loadApplications },
        { path: '/messages', element: <MessagesPage />, loader: loadMessages },
        { path: '/certificates', element: <CertificatesPage />, loader: loadCertificates },
        { path: '/outbox', element: <OutboxPage />, loader: loadOutbox },
        { path: '/health', element: <HealthPage /> },
      ],
    },
  ])
