import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { FormSent } from '#app/form-parts/form-parts.tsx'
import { keepSent, SentFromHere } from '#app/form-parts/sent-from-here.tsx'
import type { Sent } from '#app/form-parts/use-form.ts'
import { ShareInternship } from '#app/share/share-internship.tsx'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import words from '@naic/content/en/application-sent.json' with { type: 'json' }
import { ButtonLink } from '@naic/ui/button.tsx'
import { findInternship } from './chosen-internship.tsx'

/** Takes the form's place for good; the way back is to leave the page. */
export function ApplicationSent({ sent }: { sent: Sent }) {
  const internship = findInternship(sent.values['internship'])
  const about = internship && (
    <p>
      {words.internship} <strong>{`${internship.title}, ${internship.duration}`}</strong>
    </p>
  )
  return (
    <FormSent sent={sent} says={words} about={about}>
      <ProgrammeFacts
        payment
        duration={internship?.duration}
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
          <ShareInternship
            internship={internship}
            className="inline-flex min-h-12 items-center gap-2 font-semibold hover:underline"
          />
        </div>
      </div>
      <div className="w-full max-w-text text-left">
        <SentFromHere />
      </div>
    </FormSent>
  )
}

export function rememberSent({ id, values }: Sent): void {
  const title = findInternship(values['internship'])?.title
  if (id) keepSent({ reference: referenceOf(id), title, at: Date.now() })
}
