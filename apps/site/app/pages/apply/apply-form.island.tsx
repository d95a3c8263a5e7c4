import { type ReactNode, useEffect } from 'react'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { EmailField } from '#app/form-parts/email-field.tsx'
import { fillBlanks } from '#app/form-parts/form-draft.ts'
import {
  FormHead,
  Honeypot,
  NotSentNotice,
  type Second,
  secondLines,
} from '#app/form-parts/form-parts.tsx'
import type { PostedForm } from '#app/server-context/load-context.ts'
import { type ApplicationField, domains, years } from '@naic/admissions/forms/application-form.ts'
import { resumeAccept } from '@naic/admissions/forms/resume.ts'
import words from '@naic/content/en/application-form.json' with { type: 'json' }
import formWords from '@naic/content/en/forms.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import type { Translation } from '@naic/content/translation.ts'
import notice from '@naic/content/privacy-notice.json' with { type: 'json' }
import { Button } from '@naic/ui/button.tsx'
import { ErrorSummary } from '@naic/ui/error-summary.tsx'
import { Facts } from '@naic/ui/facts.tsx'
import { CheckboxField, SelectField, TextAreaField, TextField } from '@naic/ui/field.tsx'
import { FileField } from '@naic/ui/file-field.tsx'
import { Filled } from '@naic/ui/filled.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { TextLink } from '@naic/ui/text-link.tsx'
import { useHydrated } from '@naic/ui/use-browser-value.ts'
import { ApplicationSent } from './application-sent.tsx'
import {
  type Asked,
  askedHere,
  DomainMismatch,
  domainOf,
  findInternship,
  InternshipField,
  useAskedInternship,
} from './chosen-internship.tsx'
import { SentBefore } from './sent-before.tsx'
import { type ApplicationState, draftKey, useApplication } from './use-application.ts'

type Words<Name extends keyof Translation> = NonNullable<Translation[Name]>

type Props = {
  /** The result of a plain form post, if this page answers one. */
  posted: PostedForm | undefined
  asked: Asked
  /** What another language adds to the form, which itself is in English. */
  help?: Second<ApplicationField> &
    Pick<Words<'formHelp'>, 'about' | 'sent' | 'howToPay'> &
    Pick<Words<'inShort'>, 'facts'>
}

/** The form, and what takes its place for good once it was sent. */
export function ApplyForm(props: Props) {
  const { posted, help } = props
  const application = useApplication(posted)
  const { phase } = application
  const isSent = phase.state === 'accepted'
  const shown = isSent ? (
    <ApplicationSent sent={phase} />
  ) : (
    <Form {...props} application={application} />
  )
  if (!help) return shown
  return (
    <>
      <p>{isSent ? help.sent : <TextLink href={`/${help.lang}`}>{help.about}</TextLink>}</p>
      <div lang="en-IN">{shown}</div>
    </>
  )
}

function Form({ application, posted, asked, help }: Props & { application: ApplicationState }) {
  const { form, seen, errors, errorsInOrder, refusals, put } = application
  const { ref } = form
  const askedInternship = useAskedInternship(asked, draftKey)
  // What the form holds, or begins with.
  const domain = seen?.get('domain')?.toString() ?? asked.domain ?? ''
  const internship = findInternship(seen?.get('internship')?.toString() ?? askedInternship)

  // This comes before the draft, which `useForm` puts back.
  useEffect(() => {
    const controls = ref.current?.elements
    const [chosen, of] = [controls?.namedItem('internship'), controls?.namedItem('domain')]
    if (!ref.current || !(of instanceof HTMLSelectElement)) return
    // A kept page was rendered without its query.
    if (!asked.domain) fillBlanks(ref.current, { domain: askedHere().domain ?? '' })
    // An internship that was chosen before the script came has its domain, unless that was chosen too.
    if (chosen instanceof HTMLSelectElement && chosen.value !== asked.internship)
      if (of.value === asked.domain) of.value = domainOf(chosen.value) ?? of.value
  }, [asked, ref])

  const field = (name: ApplicationField) => {
    const props = application.field(name)
    return { ...props, second: secondLines(help, name, props.error) }
  }

  const summary = <ErrorSummary errors={errorsInOrder} focusOn={refusals} />
  // On top once the form was refused; before that near the button, where it moves nothing while
  // somebody types.
  const summaryOnTop = refusals > 0

  return (
    <form {...form} className="grid gap-6 md:gap-8">
      <SentBefore />
      <FormHead title={words.title} fileIsGone={application.fileIsGone} />
      {summaryOnTop ? summary : null}
      {askedInternship === undefined ? null : (
        <Part {...words.parts.internship} headIsHidden>
          <InternshipField
            {...field('internship')}
            chosen={internship}
            defaultValue={askedInternship}
            onChoose={(id) => put('domain', domainOf(id) ?? domain)}
          />
        </Part>
      )}
      <Part {...words.parts.you}>
        <TextField {...field('name')} />
        <EmailField {...field('email')} onTake={(address) => put('email', address)} />
        <TextField {...field('phone')} />
      </Part>
      <Part {...words.parts.studies}>
        <TextField {...field('college')} />
        <SelectField {...field('year')} placeholder={words.placeholders.year} options={years} />
        <div>
          <SelectField
            defaultValue={asked.domain}
            {...field('domain')}
            placeholder={words.placeholders.domain}
            options={domains}
          />
          <DomainMismatch internship={internship} domain={domain} put={put} />
        </div>
      </Part>
      <Part {...words.parts.resume}>
        <TextField {...field('linkedin')} hint={words.hints.linkedin} />
        <FileField {...field('resume')} accept={resumeAccept} hint={resumeHint} />
        <div className="lg:col-span-2">
          <TextAreaField {...field('message')} hint={words.hints.message} />
        </div>
      </Part>
      <Honeypot />
      <Part {...words.parts.send}>
        <div className="grid gap-5 lg:col-span-2">
          <ProgrammeFacts
            payment
            {...(internship ? { duration: internship.duration } : {})}
            className="border-hairline bg-warm rounded-lg border p-4"
          />
          {help ? (
            <div lang={help.lang} className="border-hairline bg-warm rounded-lg border p-4">
              <Facts
                of={help.facts.map(({ name, value }) => [name, value])}
                className="grid grid-cols-2 gap-x-4 gap-y-2 narrow:grid-cols-1"
                fact="last:col-span-full"
              />
              <p className="mt-2">{help.howToPay}</p>
            </div>
          ) : null}
          <CheckboxField
            name="agreeToTerms"
            // Without JavaScript the box is sent, and says what was agreed to.
            value={notice.version}
            error={errors.agreeToTerms?.[0]}
            second={secondLines(help, 'agreeToTerms', errors.agreeToTerms?.[0])}
            defaultChecked={posted?.values['agreeToTerms'] === notice.version}
            label={agreement}
          />
          <p>{words.age}</p>
          {summaryOnTop ? null : summary}
          <SubmitArea application={application} />
        </div>
      </Part>
    </form>
  )
}

type PartProps = {
  title: string
  text: string
  /** Where the fields say it themselves on a phone. */
  headIsHidden?: boolean
  children: ReactNode
}

/** Some fields and what they are about, beside them where there is room. */
function Part({ title, text, headIsHidden = false, children }: PartProps) {
  return (
    <div className="border-hairline grid gap-4 border-t pt-6 md:grid-cols-[15rem_minmax(0,1fr)] md:gap-10 md:pt-8">
      <div className={headIsHidden ? 'max-md:sr-only' : ''}>
        <h3 className="text-xl">{title}</h3>
        <p className="text-ink-soft text-sm">{text}</p>
      </div>
      <div className="grid content-start gap-5 lg:grid-cols-2">{children}</div>
    </div>
  )
}

const resumeHint = (
  <>
    {words.hints.resume}{' '}
    <Filled
      text={words.hints.noResume}
      parts={{
        file: (
          <a href="/resume-template.docx" download className="link -my-3 inline-block py-3">
            {words.hints.resumeFile}
          </a>
        ),
      }}
    />
  </>
)

const agreement = (
  <Filled
    text={words.agree}
    parts={{
      privacy: <NewTabLink to="/privacy">{words.privacy}</NewTabLink>,
      terms: <NewTabLink to="/terms">{words.terms}</NewTabLink>,
    }}
  />
)

function NewTabLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noopener" className="link">
      {children}
      <span className="sr-only"> {formWords.newTab}</span>
    </a>
  )
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
        <NotSentNotice title={words.notSent} detail={phase.detail} button={label(false, false)} />
      ) : null}
      {/* Disabled for assistive technology, yet it can be reached and says why when pressed. */}
      <Button
        type="submit"
        aria-disabled={blocked || sending}
        className="w-full md:w-auto md:justify-self-start"
      >
        {sending ? <Spinner /> : null}
        {sending ? words.button.sending : label(blocked, hasErrors)}
      </Button>
      {sending ? <Progress share={phase.share} /> : null}
    </div>
  )
}

function label(blocked: boolean, hasErrors: boolean): string {
  if (!blocked) return words.button.ready
  return hasErrors ? words.button.errors : words.button.terms
}

function Progress({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div>
      <progress
        aria-label={words.upload.label}
        value={percent}
        max={100}
        className="[&::-moz-progress-bar]:bg-peacock [&::-webkit-progress-bar]:bg-ink-pale [&::-webkit-progress-value]:bg-peacock bg-ink-pale h-2 w-full appearance-none overflow-hidden rounded-full"
      />
      <p className="text-ink-soft text-sm">
        {percent < 100 ? fill(words.upload.under, { percent }) : words.upload.done}
      </p>
    </div>
  )
}
