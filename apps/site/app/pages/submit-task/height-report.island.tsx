import { useEffect } from 'react'

/** Tells the page around this one, if there is one, how high its main part is. */
export function HeightReport() {
  useEffect(() => {
    const main = document.getElementById('main')
    if (!main || window.parent === window) return
    const observer = new ResizeObserver(() => {
      const message = JSON.stringify({ type: 'resize', height: main.offsetHeight })
      window.parent.postMessage(message, window.location.origin)
    })
    observer.observe(main)
    return () => observer.disconnect()
  }, [])

  return null
}
