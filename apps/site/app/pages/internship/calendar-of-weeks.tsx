import { CalendarPlus } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useHydrated } from '@naic/ui/use-hydrated.ts'
import type { Internship } from '@naic/content/content-schemas.ts'
import words from '@naic/content/en/internship-page.json' with { type: 'json' }
import { Folded } from './internship-texts.tsx'

type OfInternship = { internship: Internship }

/**
 * The weeks as a file for the student's own calendar. It comes with the script, into room that is
 * kept; the form is fetched when it is opened.
 */
export function CalendarOfWeeks({ internship }: OfInternship) {
  const hydrated = useHydrated()
  const [Form, setForm] = useState<ComponentType<OfInternship>>()
  const [failed, setFailed] = useState(false)

  async function fetchForm() {
    setFailed(false)
    try {
      const { ChooseStart } = await import('./choose-start.tsx')
      setForm(() => ChooseStart)
    } catch {
      setFailed(true)
    }
  }

  return (
    <div className="min-h-12 print:hidden">
      {hydrated ? (
        <Folded
          onOpen={() => void fetchForm()}
          summary={
            <span className="text-peacock flex items-center gap-3 font-semibold">
              <CalendarPlus aria-hidden className="size-5" />
              {words.calendar.open}
            </span>
          }
        >
          {Form ? <Form internship={internship} /> : null}
          <p role="status">{failed ? words.calendar.failed : ''}</p>
        </Folded>
      ) : null}
    </div>
  )
}
