import { lazy, startTransition, Suspense, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import Frame from './frame.jsx'
import { pages } from './pages.js'
import './site.css'

const shown = Object.fromEntries(
  Object.entries(pages).map(([path, { load }]) => [path, lazy(load)]),
)

function App() {
  const [path, setPath] = useState(location.pathname)
  useEffect(() => {
    const move = () => startTransition(() => setPath(location.pathname))
    addEventListener('popstate', move)
    return () => removeEventListener('popstate', move)
  }, [])
  useEffect(() => {
    document.title = pages[path]?.title ?? ''
  }, [path])
  const Page = shown[path]
  const page = <Suspense>{Page && <Page />}</Suspense>
  return pages[path]?.isFramed ? <Frame>{page}</Frame> : page
}

createRoot(document.querySelector('#root')).render(<App />)
