import './desk.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { openDesk } from './ask-desk.ts'
import { deskRouter } from './desk-router.tsx'

// A file that is dropped beside its place would take the place of the desk.
for (const event of ['dragover', 'drop']) {
  addEventListener(event, (dropped) => dropped.preventDefault())
}

await openDesk()
// It comes from this machine: nothing is to change its looks once it is there.
await document.fonts.load('640 1rem "Anek Latin"').catch(() => undefined)
const place = document.querySelector('#desk')
if (place) {
  createRoot(place).render(
    <StrictMode>
      <RouterProvider router={deskRouter()} />
    </StrictMode>,
  )
}
