import { FileUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClasses } from '@naic/ui/button.tsx'

type Props = {
  title: string
  /** What it should have in it. */
  children: ReactNode
  isBusy: boolean
  onChoose: (sheet: File) => void
}

/** A box to drop a sheet on: the file input covers it all. The same file may be chosen again. */
export const SheetDrop = ({ title, children, isBusy, onChoose }: Props) => (
  <div className="border-control has-focus-visible:outline-3 relative grid content-start justify-items-start gap-3 rounded-lg border-2 border-dashed p-5">
    <h2 className="text-lg">{title}</h2>
    {children}
    <label htmlFor="table" className={buttonClasses('outline')}>
      <FileUp aria-hidden className="size-5" />
      Choose a sheet
    </label>
    <input
      id="table"
      type="file"
      accept=".xlsx,.csv,text/csv,.tsv,.txt"
      disabled={isBusy}
      className="absolute inset-0 opacity-0"
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        if (file) onChoose(file)
        currentTarget.value = ''
      }}
    />
  </div>
)
