import { ReferenceNote } from '#app/form-parts/reference-note.tsx'
import words from '@naic/content/en/application-sent.json' with { type: 'json' }
import { ButtonLink } from '@naic/ui/button.tsx'
import { DoneNotice } from '@naic/ui/done-notice.tsx'

type Props = {
  id: string | undefined
  emailed: boolean
  values: Readonly<Record<string, string>>
  internship: { title: string; duration: string } | undefined
}

/** Takes the form's place for good, and says only what comes next; the way back is to leave the page. */
export function ApplicationSent({ id, emailed, values, internship }: Props) {
  return (
    <DoneNotice title={words.title} text={words.text}>
      {internship ? (
        <p>
          {words.internship} <strong>{`${internship.title}, ${internship.duration}`}</strong>
        </p>
      ) : null}
      <ReferenceNote
        id={id}
        email={values['email']}
        steps={emailed ? words.next : words.nextWithoutEmail}
      />
      <div className="flex flex-wrap justify-center gap-4">
        <ButtonLink to="/" look="outline">
          {words.home}
        </ButtonLink>
        <ButtonLink to="/internships" look="outline">
          {words.more}
        </ButtonLink>
      </div>
    </DoneNotice>
  )
}
