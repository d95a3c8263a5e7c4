import words from '#content/apply.json' with { type: 'json' }
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { DoneNotice } from '#app/ui/done-notice.tsx'
import { ReferenceNote } from '#app/form-parts/reference-note.tsx'
import { ShareInternship } from '#app/share/share-internship.tsx'
import { findInternship } from './chosen-internship.tsx'

type Props = {
  id: string | undefined
  emailed: boolean
  values: Readonly<Record<string, string>>
}

/** Takes the form's place for good; the only way back to it is to leave the page. */
export function ApplicationSubmitted({ id, emailed, values }: Props) {
  const internship = findInternship(values['internship'])
  return (
    <DoneNotice title="Application Submitted!" text={words.submitted}>
      {internship ? (
        <p>
          Internship: <strong>{`${internship.title}, ${internship.duration}`}</strong>
        </p>
      ) : null}
      <ProgrammeFacts
        {...(internship ? { duration: internship.duration } : {})}
        className="text-ink-soft justify-center"
      />
      <ReferenceNote id={id} steps={emailed ? words.next : words.nextWithoutEmail} />
      <div className="flex flex-wrap justify-center gap-4">
        <ButtonLink to="/">Return to Home</ButtonLink>
        <ButtonLink to="/internships" look="outline">
          Explore More Internships
        </ButtonLink>
      </div>
      <div className="grid justify-items-center gap-2">
        <p>{internship ? 'Tell a friend about this internship' : 'Tell a friend'}</p>
        <div className="flex flex-wrap justify-center gap-3">
          <ShareInternship internship={internship} />
        </div>
      </div>
    </DoneNotice>
  )
}
