import { useSearchParams } from 'react-router'
import { SiteLink } from '#app/ui/site-link.tsx'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { errorsInOrder, fieldsOfForm, typedBefore } from '#app/form-parts/form-fields.ts'
import { Honeypot } from '#app/form-parts/honeypot.tsx'
import type { PostedForm } from '#app/server-context/load-context.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { FailureNotice } from '#app/ui/failure-notice.tsx'
import { CheckboxField, SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import {
  applicationLabels as labels,
  applicationSchema,
  domains,
  years,
} from '#forms/application-form.ts'
import { resumeAccept } from '#forms/resume.ts'
import words from '#content/apply.json' with { type: 'json' }
import notice from '#content/privacy-notice.json' with { type: 'json' }
import { ChosenInternship, domainOf, useChosenInternship } from './chosen-internship.tsx'
import { SubmitArea } from './submit-area.tsx'
import type { ApplicationState } from './use-application.ts'

type Props = { application: ApplicationState; posted: PostedForm | undefined }

export function ApplyForm({ application, posted }: Props) {
  const { ref, errors, refusals, fileIsGone, onChange, submit } = application
  const wasRefused = posted?.state === 'refused'
  const [search] = useSearchParams()
  const chosen = useChosenInternship(posted)

  const field = fieldsOfForm({ schema: applicationSchema, labels, errors, posted })
  const summary = (
    <ErrorSummary
      errors={errorsInOrder(labels, errors)}
      focusOn={refusals + (wasRefused ? 1 : 0)}
    />
  )
  // On top once it was asked for; before that near the button, where it pushes nothing about
  // while somebody types.
  const summaryOnTop = refusals > 0 || wasRefused

  return (
    <form
      ref={ref}
      method="post"
      action="/apply"
      encType="multipart/form-data"
      noValidate
      onChange={onChange}
      onSubmit={submit}
      className="grid gap-6"
    >
      <div>
        <h2 className="text-heading">Application Form</h2>
        <p className="text-ink-soft">
          Fields marked with <span className="text-error">*</span> are required.
        </p>
      </div>
      {fileIsGone ? (
        <FailureNotice title="We kept what you typed.">
          Please choose your resume again.
        </FailureNotice>
      ) : null}
      {summaryOnTop ? summary : null}
      {chosen === undefined ? null : <ChosenInternship {...field('internship')} chosen={chosen} />}
      <div className="grid gap-6 md:grid-cols-2">
        <TextField {...field('name')} autoComplete="name" />
        <TextField
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
        />
        <TextField {...field('phone')} type="tel" inputMode="tel" autoComplete="tel" />
        <TextField {...field('college')} autoComplete="organization" />
        <SelectField {...field('year')} placeholder="Select your year" options={years} />
        <SelectField
          defaultValue={
            domains.find((domain) => domain === search.get('domain')) ?? domainOf(chosen) ?? ''
          }
          {...field('domain')}
          placeholder="Select a domain"
          options={domains}
        />
      </div>
      <TextField
        {...field('linkedin')}
        type="url"
        inputMode="url"
        autoComplete="url"
        hint="The address of your profile, if you have one."
      />
      <FileField
        {...field('resume')}
        accept={resumeAccept}
        hint="PDF or Word document (.pdf, .doc, .docx). Maximum file size: 5MB."
      />
      <TextAreaField
        {...field('message')}
        hint="A few sentences are enough: what you would like to learn, and why."
      />
      <Honeypot />
      <ProgrammeFacts className="border-hairline bg-warm rounded-lg border p-4" />
      <CheckboxField
        name="agreeToTerms"
        // Without JavaScript the box is sent, and says what was agreed to.
        value={notice.version}
        error={errors.agreeToTerms?.[0]}
        defaultChecked={'agreeToTerms' in typedBefore(posted)}
        label={
          <>
            I agree to the <NewTabLink to="/privacy">Privacy Policy</NewTabLink> and{' '}
            <NewTabLink to="/terms">Terms of Service</NewTabLink>
          </>
        }
      />
      <p>{words.age}</p>
      {summaryOnTop ? null : summary}
      <SubmitArea application={application} />
    </form>
  )
}

function NewTabLink({ to, children }: { to: string; children: string }) {
  return (
    <SiteLink to={to} target="_blank" rel="noopener" className="link">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </SiteLink>
  )
}
