import { FileUp, GraduationCap } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { Button } from '@naic/ui/button.tsx'

/** Where a batch comes from: a table, or completed applications. */
export type BatchSource = { name: string; table: Blob | undefined }

type Props = { isBusy: boolean; onChoose: (source: BatchSource) => void }

/** Chooses what certificates are to be issued for; nothing is issued by choosing. */
export function ChooseBatch({ isBusy, onChoose }: Props) {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="border-hairline grid content-start justify-items-start gap-3 rounded-lg border p-5">
        <h3 className="text-lg">From completed applications</h3>
        <p>For everybody whose application is completed and who has no certificate yet.</p>
        <Button
          look="outline"
          disabled={isBusy}
          onClick={() => onChoose({ name: 'Completed applications', table: undefined })}
        >
          <GraduationCap aria-hidden className="size-5" />
          Look at them
        </Button>
      </div>
      <DropTable isBusy={isBusy} onChoose={onChoose} />
    </div>
  )
}

function DropTable({ isBusy, onChoose }: Props) {
  const [isOver, setIsOver] = useState(false)
  const choose = (file: File | undefined) => {
    if (file) onChoose({ name: file.name, table: file })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    if (!isBusy) choose(event.dataTransfer.files[0])
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`grid content-start justify-items-start gap-3 rounded-lg border-2 border-dashed p-5 ${
        isOver ? 'border-peacock bg-peacock-pale' : 'border-control'
      }`}
    >
      <h3 className="text-lg">From a table</h3>
      <p>
        Drop a CSV file here, or choose one. Its columns: <code>reference</code>,{' '}
        <code>holder</code>, <code>domain</code>, <code>duration</code>, <code>verified_on</code>,
        and if you like <code>internship</code> and <code>email</code>.
      </p>
      <label className="relative inline-flex min-h-12 items-center gap-2 rounded-md border border-current px-6 py-2.5 font-semibold focus-within:outline-3 focus-within:outline-offset-2 hover:bg-current/10">
        <FileUp aria-hidden className="size-5" />
        Choose a CSV file
        <input
          type="file"
          accept=".csv,text/csv,.tsv,.txt"
          disabled={isBusy}
          className="absolute inset-0 opacity-0"
          onChange={({ currentTarget }) => {
            choose(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
      </label>
    </div>
  )
}
