import { CalendarPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { siteUrl } from '#app/server-context/site-settings.ts'
import { Button } from '@naic/ui/button.tsx'
import { saveFile } from '@naic/ui/save-file.ts'
import { useHydrated } from '@naic/ui/use-hydrated.ts'
import type { Internship } from '@naic/content/content-schemas.ts'
import words from '@naic/content/en/internship-page.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { Folded } from './internship-texts.tsx'

/**
 * The weeks as a file for the student's own calendar. It comes with the script, into room that is
 * kept; what makes the file is fetched when it is asked for.
 */
export function CalendarOfWeeks({ internship }: { internship: Internship }) {
  const hydrated = useHydrated()
  return (
    <div className="min-h-12 print:hidden">
      {hydrated ? (
        <Folded
          summary={
            <span className="text-peacock flex items-center gap-3 font-semibold">
              <CalendarPlus aria-hidden className="size-5" />
              {words.calendar.open}
            </span>
          }
        >
          <ChooseStart internship={internship} />
        </Folded>
      ) : null}
    </div>
  )
}

type Outcome = 'waiting' | 'done' | 'failed'

function ChooseStart({ internship }: { internship: Internship }) {
  const [outcome, setOutcome] = useState<Outcome>()

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const start = String(new FormData(event.currentTarget).get('start'))
    setOutcome('waiting')
    try {
      const { weekCalendar } = await import('./week-calendar.ts')
      const address = `${siteUrl()}/internships/${internship.id}`
      const text = weekCalendar({ internship, address, start, now: new Date() })
      const name = fill(words.calendar.file, { title: internship.title, day: start })
      saveFile(`${name.replaceAll(/[^\w-]+/g, '-')}.ics`, 'text/calendar', text)
      setOutcome('done')
    } catch {
      setOutcome('failed')
    }
  }

  const told = {
    waiting: words.calendar.wait,
    done: fill(words.calendar.done, { count: internship.weeks.length }),
    failed: words.calendar.failed,
  }
  return (
    <form onSubmit={(event) => void save(event)} className="bg-warm grid gap-3 rounded-lg p-4">
      <p className="text-sm">{words.calendar.text}</p>
      <div className="flex flex-wrap items-end gap-3">
        <label className="grid grow gap-1 font-semibold">
          {words.calendar.start}
          <input
            type="date"
            name="start"
            required
            defaultValue={nextMonday()}
            className="control"
          />
        </label>
        <Button look="outline">{words.calendar.button}</Button>
      </div>
      <p role="status" className="text-sm">
        {outcome ? told[outcome] : ''}
      </p>
    </form>
  )
}

/** @returns the first Monday after today where the visitor is, as an input of a date has it. */
function nextMonday(): string {
  const day = new Date()
  day.setDate(day.getDate() + ((8 - day.getDay()) % 7 || 7))
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
