import { type FormEvent, useState } from 'react'
import { siteUrl } from '#app/server-context/site-settings.ts'
import { Button } from '@naic/ui/button.tsx'
import { saveFile } from '@naic/ui/save-file.ts'
import type { Internship } from '@naic/content/content-schemas.ts'
import words from '@naic/content/en/week-calendar.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { weekCalendar } from './week-calendar.ts'

/** The day on which a student wants to start, and the file that follows from it. */
export function ChooseStart({ internship }: { internship: Internship }) {
  const { id, title, weeks } = internship
  const [saved, setSaved] = useState(false)

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const start = String(new FormData(event.currentTarget).get('start'))
    const address = `${siteUrl()}/internships/${id}`
    const name = fill(words.file, { title, day: start }).replaceAll(/[^\w-]+/g, '-')
    const text = weekCalendar({ internship, address, start, now: new Date() })
    saveFile(`${name}.ics`, 'text/calendar', text)
    setSaved(true)
  }

  return (
    <form onSubmit={save} className="bg-warm grid gap-3 rounded-lg p-4">
      <p className="text-sm">{words.text}</p>
      <label className="grid gap-1 font-semibold">
        {words.start}
        <input type="date" name="start" required defaultValue={nextMonday()} className="control" />
      </label>
      <Button look="outline">{words.button}</Button>
      <p role="status" className="text-sm">
        {saved ? fill(words.saved, { count: weeks.length }) : ''}
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
