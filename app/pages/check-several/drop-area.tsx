import { type ReactNode, useState } from 'react'
import { useNoDropOutside } from '#app/certificate-view/use-no-drop-outside.ts'

type Props = { onFiles: (files: Iterable<File>) => void; children: ReactNode }

/** Takes files that are dropped on it. What is dropped as text goes into the field by itself. */
export function DropArea({ onFiles, children }: Props) {
  const [isOver, setIsOver] = useState(false)
  useNoDropOutside()
  return (
    <div
      data-testid="drop-zone"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false)
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        onFiles([...event.dataTransfer.files])
      }}
      className={`grid grid-cols-[minmax(0,1fr)] gap-1.5 rounded-md outline-offset-8 ${
        isOver ? 'bg-peacock-pale outline-peacock outline-2 outline-dashed' : ''
      }`}
    >
      {children}
    </div>
  )
}
