import { ReferenceNote } from '#app/form-parts/form-parts.tsx'
import words from '@naic/content/en/apply.json' with { type: 'json' }
import { ButtonLink } from '@naic/ui/button.tsx'
import { DoneNotice } from '@naic/ui/done-notice.tsx'
import { findInternship } from './chosen-internship.tsx'

type Props = {
  id: string | undefined
  emailed: boolean
  values: Readonly<Record<string, string>>
}

/** Takes the form's place for good, and says only what comes next; the way back is to leave the page. */
export function ApplicationSent({ id, emailed, values }: Props) {
  const internship = findInternship(values['internship'])
  return (
    <DoneNotice title={words.submitted.title} text={words.submitted.text}>
      {internship ? (
        <p>
          {words.submitted.internship}{' '}
          <strong>{`${internship.title}, ${internship.duration}`}</strong>
        </p>
      ) : null}
      <ReferenceNote
        id={id}
        email={values['email']}
        steps={emailed ? words.next : words.nextWithoutEmail}
      />
      <div className="flex flex-wrap justify-center gap-4">
        <ButtonLink to="/" look="outline">
          {words.submitted.home}
        </ButtonLink>
        <ButtonLink to="/internships" look="outline">
          {words.submitted.more}
        </ButtonLink>
      </div>
    </DoneNotice>
  )
}
