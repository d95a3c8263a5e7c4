import { type ChangeEvent, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { draftIn, typedTexts } from '#app/form-parts/form-draft.ts'
import { Honeypot, NotSentNotice, type Second, secondLines } from '#app/form-parts/form-parts.tsx'
import { fixErrors, typedBefore, useForm } from '#app/form-parts/use-form.ts'
import type { PostedForm } from '#app/server-context/load-context.ts'
import { apiUrl } from '#app/server-context/site-settings.ts'
import {
  type ApplicationField,
  applicationLabels,
  applicationSchema,
  domains,
  termsMessage,
  years,
} from '@naic/admissions/forms/application-form.ts'
import { check, type FieldErrors } from '@naic/admissions/forms/check.ts'
import { resumeAccept, resumeProblem } from '@naic/admissions/forms/resume.ts'
import words from '@naic/content/en/apply.json' with { type: 'json' }
import { internshipNames } from '@naic/content/internship-names.ts'
import notice from '@naic/content/privacy-notice.json' with { type: 'json' }
import { Button } from '@naic/ui/button.tsx'
import { ErrorSummary } from '@naic/ui/error-summary.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { CheckboxField, SelectField, TextAreaField, TextField } from '@naic/ui/field.tsx'
import { FileField } from '@naic/ui/file-field.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { useHydrated } from '@naic/ui/use-hydrated.ts'

const draftKey = 'application-draft'

type ApplicationState = ReturnType<typeof useApplication>

/** @param posted the result of a plain form post, if this page answers one. */
export function useApplication(posted: PostedForm | undefined) {
  const form = useForm<ApplicationField>({
    schema: applicationSchema,
    labels: applicationLabels,
    check: checkApplication,
    draftKey,
    address: `${apiUrl()}/api/internship/apply/`,
    notSent: ['agreeToTerms'],
    noticeVersion: notice.version,
    posted,
    objection(shown, all) {
      if ('agreeToTerms' in all && !hasFieldErrors(shown)) return agreementRequired
      return hasFieldErrors(shown) || hasFieldErrors(all) ? fixErrors : undefined
    },
    success: {
      title: 'Application Submitted',
      lines: ["Your internship application has been received. We'll contact you soon!"],
      tone: 'success',
    },
    failure: {
      title: 'Submission Failed',
      lines: [
        'There was an error submitting your application. Please check your inputs and try again.',
      ],
      tone: 'destructive',
    },
  })
  const agreed = form.seen ? form.seen.has('agreeToTerms') : 'agreeToTerms' in typedBefore(posted)
  return { ...form, agreed, hasErrors: hasFieldErrors(form.errors) }
}

const agreementRequired = {
  title: 'Agreement Required',
  lines: ['Please read and agree to our Privacy Policy and Terms of Service before submitting.'],
  tone: 'warning' as const,
}

/** The box for the terms has a label and a toast of its own. */
const hasFieldErrors = (errors: FieldErrors<ApplicationField>): boolean =>
  Object.keys(errors).some((field) => field !== 'agreeToTerms')

/** By the rules that the server applies, and the box for the terms, which only the form knows. */
function checkApplication(data: FormData): FieldErrors<ApplicationField> {
  const checked = check(applicationSchema, typedTexts(data))
  const resume = resumeProblem(chosenFile(data.get('resume')))
  return {
    ...(checked.ok ? {} : checked.errors),
    ...(resume ? { resume: [resume] } : {}),
    ...(data.has('agreeToTerms') ? {} : { agreeToTerms: [termsMessage] }),
  }
}

/** An empty file field holds a file without name and bytes. */
function chosenFile(value: FormDataEntryValue | null): File | undefined {
  return value instanceof File && (value.name !== '' || value.size > 0) ? value : undefined
}

type Props = {
  application: ApplicationState
  posted: PostedForm | undefined
  /** Hints and errors once more, in another language. */
  second?: Second<ApplicationField>
}

export function ApplyForm({ application, posted, second }: Props) {
  const { ref, errors, errorsInOrder, refusals, fileIsGone, onChange, submit } = application
  const [search] = useSearchParams()
  const chosen = useChosenInternship(posted)
  const field = (name: ApplicationField) => {
    const props = application.field(name)
    return { ...props, second: secondLines(second, name, props.error) }
  }

  const summary = <ErrorSummary errors={errorsInOrder} focusOn={refusals} />
  // On top once the form was refused; before that near the button, where it moves nothing while
  // somebody types.
  const summaryOnTop = refusals > 0

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
      {chosen === undefined ? null : (
        <SelectField
          {...field('internship')}
          defaultValue={chosen}
          placeholder="No internship in particular"
          options={internshipNames.map(({ id, title, duration }) => ({
            value: String(id),
            text: `${title}, ${duration}`,
          }))}
          onChange={preselectDomain}
        />
      )}
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
        second={secondLines(second, 'agreeToTerms', errors.agreeToTerms?.[0])}
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

export const findInternship = (id: string | null | undefined) =>
  internshipNames.find((internship) => String(internship.id) === id)

/** The form's domain for an internship: its title, or else its category. */
function domainOf(id: string | undefined): string | undefined {
  const internship = findInternship(id)
  if (!internship) return undefined
  return (
    domains.find((domain) => internship.title.startsWith(domain) && isOfNoCategory(domain)) ??
    internship.category
  )
}

/** Such as Data Science, which the form offers and the catalogue has under Machine Learning. */
const isOfNoCategory = (domain: string) =>
  !internshipNames.some(({ category }) => category === domain)

/**
 * @returns the id of the internship that the form begins with: what was posted, what the address
 *   names, or what the draft has (empty: none in particular); undefined if the form does not ask.
 */
function useChosenInternship(posted: PostedForm | undefined): string | undefined {
  const [search] = useSearchParams()
  const inDraft = useSyncExternalStore(neverToldOf, ofDraft, ofNoDraft)
  const asked = [typedBefore(posted)['internship'], search.get('internship')]
  return asked.find((id) => findInternship(id)) ?? inDraft
}

const neverToldOf = () => () => undefined
const ofDraft = () => draftIn(draftKey).read()?.values['internship']
const ofNoDraft = () => undefined

/** Another internship, chosen in the form, brings its domain along. */
function preselectDomain({ currentTarget: { form, value } }: ChangeEvent<HTMLSelectElement>) {
  const select = form?.elements.namedItem('domain')
  const domain = domainOf(value)
  if (select instanceof HTMLSelectElement && domain) select.value = domain
}

/** The button, which says what is missing, and how sending goes. */
function SubmitArea({ application }: { application: ApplicationState }) {
  const { phase, agreed, hasErrors } = application
  // Without JavaScript nothing here could change: then the button is simply there, and the
  // server says what is missing.
  const checks = useHydrated()
  const sending = phase.state === 'sending'
  const blocked = checks && (hasErrors || !agreed)

  return (
    <div className="grid gap-4">
      {phase.state === 'failed' ? (
        <NotSentNotice
          title="Your application was not sent."
          detail={phase.detail}
          button={label(false, false)}
        />
      ) : null}
      {/* Disabled for assistive technology, yet it can be reached and says why when pressed. */}
      <Button
        type="submit"
        aria-disabled={blocked || sending}
        className="w-full md:w-auto md:justify-self-start"
      >
        {sending ? <Spinner /> : null}
        {sending ? 'Submitting...' : label(blocked, hasErrors)}
      </Button>
      {sending ? <Progress share={phase.share} /> : null}
    </div>
  )
}

function label(blocked: boolean, hasErrors: boolean): string {
  if (!blocked) return 'Submit Application'
  return hasErrors ? 'Please fix form errors' : 'Please agree to terms first'
}

function Progress({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div>
      <progress
        aria-label="Upload"
        value={percent}
        max={100}
        className="[&::-moz-progress-bar]:bg-peacock [&::-webkit-progress-bar]:bg-ink-pale [&::-webkit-progress-value]:bg-peacock bg-ink-pale h-2 w-full appearance-none overflow-hidden rounded-full"
      />
      <p className="text-ink-soft text-sm">
        {percent < 100
          ? `${percent}% uploaded. Please keep this page open.`
          : 'Uploaded. Please wait until we have stored it.'}
      </p>
    </div>
  )
}
