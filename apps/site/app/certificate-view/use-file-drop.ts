import { type DragEvent as ReactDragEvent, useEffect, useState } from 'react'

/**
 * An element that takes files dropped on it. Text may still be dragged into a field. A file that is
 * dropped outside is refused: the browser would open it in place of the page.
 */
export function useFileDrop(onFiles: (files: FileList) => void) {
  const [isOver, setIsOver] = useState(false)

  useEffect(() => {
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])

  return {
    isOver,
    /** For the element. */
    zone: {
      onDragOver(event: ReactDragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave: () => setIsOver(false),
      onDrop(event: ReactDragEvent) {
        setIsOver(false)
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        onFiles(event.dataTransfer.files)
      },
    },
  }
}

function refuse(event: DragEvent) {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
