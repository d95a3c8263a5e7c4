import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { ReferenceNote } from '#app/form-parts/reference-note.tsx'
import { ShareInternship } from '#app/share/share-buttons.tsx'
import words from '@naic/content/en/application-sent.json' with { type: 'json' }
import { ButtonLink } from '@naic/ui/button.tsx'
import { DoneNotice } from '@naic/ui/done-notice.tsx'
import { findInternship } from './chosen-internship.tsx'

type Props = {
  id: string | undefined
  emailed: boolean
  values: Readonly<Record<string, string>>
}

/** Takes the form's place for good; the way back is to leave the page. */
export function ApplicationSent({ id, emailed, values }: Props) {
  const internship = findInternship(values['internship'])
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
      <ProgrammeFacts
        payment
        {...(internship ? { duration: internship.duration } : {})}
        className="border-hairline w-full max-w-text rounded-lg border p-4 text-left"
      />
      <div className="flex flex-wrap justify-center gap-4">
        <ButtonLink href="/" look="outline">
          {words.home}
        </ButtonLink>
        <ButtonLink href="/internships" look="outline">
          {words.more}
        </ButtonLink>
      </div>
      <div>
        <p>{words.tellAFriend}</p>
        <div className="flex flex-wrap justify-center gap-x-6">
          <ShareInternship internship={internship} className={share} />
        </div>
      </div>
    </DoneNotice>
  )
}

const share = 'inline-flex min-h-12 items-center gap-2 font-semibold hover:underline'
