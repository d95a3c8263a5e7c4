import { Outlet } from 'react-router'

/** Pages that stand alone, without header and footer. */
export default function BareLayout() {
  return (
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
  )
}
