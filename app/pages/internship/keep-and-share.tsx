import { SaveButton } from '#app/catalogue/save-button.tsx'
import { ShareInternship } from '#app/share/share-internship.tsx'

type Props = { internship: { id: number; title: string; duration: string } }

export function KeepAndShare({ internship }: Props) {
  return (
    <div className="flex min-h-12 flex-wrap gap-2 print:hidden">
      <ShareInternship internship={internship} />
      <SaveButton internship={internship} inWords className="min-h-12 border border-current px-6" />
    </div>
  )
}
