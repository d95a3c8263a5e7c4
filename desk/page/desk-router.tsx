import { createBrowserRouter, redirect } from 'react-router'
import { CertificatesPage, loadCertificates } from './certificates/certificates-page.tsx'
import { DeskFailure } from './desk-failure.tsx'
import { DeskFrame, loadDesk } from './desk-frame.tsx'

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
        { index: true, loader: () => redirect('/certificates') },
        { path: '/certificates', element: <CertificatesPage />, loader: loadCertificates },
      ],
    },
  ])
