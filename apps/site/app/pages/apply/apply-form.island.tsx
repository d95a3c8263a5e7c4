import { createElement, Fragment, type ReactNode, useEffect } from 'react'
import { factsInShort } from '#app/catalogue/facts-in-short.ts'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { Scene } from '#app/catalogue/scene.tsx'
import { draftIn, fillBlanks } from '#app/form-parts/form-draft.ts'
import { EmailField, FormHead, Honeypot, NotSentNotice } from '#app/form-parts/form-parts.tsx'
import { SentFromHere } from '#app/form-parts/sent-from-here.tsx'
import { fixErrors, type Second, useForm } from '#app/form-parts/use-form.ts'
import { askInOtherLanguages } from '#app/layouts/ask-in-other-languages.ts'
import type { PostedForm } from '#app/server-context/load-context.ts'
import {
  type ApplicationField,
  applicationLabels,
  applicationSchema,
  domains,
  termsMessage,
  years,
} from '@naic/admissions/forms/application-form.ts'
import type { FieldErrors } from '@naic/admissions/forms/check.ts'
import { resumeAccept, resumeMessages, resumeProblem } from '@naic/admissions/forms/resume.ts'
import words from '@naic/content/en/application-form.json' with { type: 'json' }
import sentWords from '@naic/content/en/sent-from-here.json' with { type: 'json' }
import formWords from '@naic/content/en/forms.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { internshipNames } from '@naic/content/internship-names.ts'
import type { Translation } from '@naic/content/translation.ts'
import notice from '@naic/content/privacy-notice.json' with { type: 'json' }
import { Button } from '@naic/ui/button.tsx'
import { ErrorSummary } from '@naic/ui/error-summary.tsx'
import { Facts } from '@naic/ui/facts.tsx'
import { CheckboxField, SelectField, TextAreaField, TextField } from '@naic/ui/field.tsx'
import { FileField } from '@naic/ui/file-field.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { TextLink } from '@naic/ui/text-link.tsx'
import { useBrowserValue, useHydrated } from '@naic/ui/use-browser-value.ts'
import { ApplicationSent, rememberSent } from './application-sent.tsx'
import {
  type Asked,
  askedHere,
  DomainMismatch,
  domainOf,
  findInternship,
} from './chosen-internship.tsx'

type Words<Name extends keyof Translation> = NonNullable<Translation[Name]>

type Props = {
  /** The result of a plain form post, if this page answers one. */
  posted: PostedForm | undefined
  asked: Asked
  /** What another language adds to the form, which itself is in English. */
  help?: Second<ApplicationField> &
    Pick<Words<'formHelp'>, 'about' | 'sent' | 'howToPay'> &
    Pick<Words<'inShort'>, 'facts'> & {
      /** The page that `about` leads to. */
      aboutAt: string
    }
}

/** The form, and what takes its place for good once it was sent. */
export function ApplyForm(props: Props) {
  const { help } = props
  const application = useApplication(props)
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
      <p>{isSent ? help.sent : <TextLink href={help.aboutAt}>{help.about}</TextLink>}</p>
      <div lang="en-IN">{shown}</div>
    </>
  )
}

const draftKey = 'application-draft'

type ApplicationState = ReturnType<typeof useApplication>

const useApplication = ({ posted, help }: Props) =>
  useForm<ApplicationField>({
    schema: applicationSchema,
    labels: applicationLabels,
    alsoWrong,
    draftKey,
    address: '/api/internship/apply/',
    page: '/apply',
    notSent: ['agreeToTerms'],
    noticeVersion: notice.version,
    unreadable: resumeMessages.changed,
    posted,
    second: help,
    objection(shown, all) {
      if ('agreeToTerms' in all && !hasFieldErrors(shown))
        return { ...words.toasts.agreement, tone: 'warning' }
      return hasFieldErrors({ ...shown, ...all }) ? fixErrors : undefined
    },
    onStored: rememberSent,
    success: { ...words.toasts.success, tone: 'success' },
    failure: { ...words.toasts.failure, tone: 'destructive' },
  })

/** The box for the terms has a label and a toast of its own. */
const hasFieldErrors = (errors: FieldErrors<ApplicationField>): boolean =>
  Object.keys(errors).some((field) => field !== 'agreeToTerms')

function alsoWrong(data: FormData): FieldErrors<ApplicationField> {
  const file = data.get('resume')
  // An empty field holds a file without name and bytes.
  const isChosen = file instanceof File && (file.name !== '' || file.size > 0)
  const resume = resumeProblem(isChosen ? file : undefined)
  return {
    ...(resume ? { resume: [resume] } : {}),
    ...(data.has('agreeToTerms') ? {} : { agreeToTerms: [termsMessage] }),
  }
}

function Form({ application, posted, asked, help }: Props & { application: ApplicationState }) {
  const { form, field, seen, errorsInOrder, refusals, put } = application
  const { ref } = form
  // Of the address, or of the draft, where it is empty if it is not decided yet. Else the form does not ask.
  const askedInternship = useBrowserValue(
    () =>
      asked.internship ?? askedHere().internship ?? draftIn(draftKey).read()?.values['internship'],
    asked.internship,
  )
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
    // What was chosen instead of what the address asks for stands after a reload.
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const kept = visit?.type === 'reload' ? draftIn(draftKey).read()?.values : undefined
    if (chosen instanceof HTMLSelectElement && chosen.value === asked.internship)
      chosen.value = kept?.['internship'] ?? chosen.value
    if (of.value === asked.domain) of.value = kept?.['domain'] ?? of.value
  }, [asked, ref])

  // In another language the form begins with what is chosen now. The draft has all else.
  useEffect(() => {
    const [chosen, of] = ['internship', 'domain'].map((name) => String(seen?.get(name) ?? ''))
    const along = new URLSearchParams()
    if (chosen) along.set('internship', chosen)
    if (of && of !== domainOf(chosen)) along.set('domain', of)
    if (seen) askInOtherLanguages(along)
  }, [seen])

  const agree = field('agreeToTerms')
  const summary = <ErrorSummary errors={errorsInOrder} focusOn={refusals} />
  // On top once the form was refused; before that near the button, where it moves nothing while
  // somebody types.
  const summaryOnTop = refusals > 0

  // Beside the choice, if there is one.
  const secondFacts = help ? (
    <div lang={help.lang} className="border-hairline bg-warm rounded-lg border p-4 lg:col-span-2">
      <Facts
        of={factsInShort(help.facts, internship?.duration)}
        className="grid grid-cols-2 gap-x-4 gap-y-2 narrow:grid-cols-1"
        fact="last:col-span-full"
      />
      <p className="mt-2">{help.howToPay}</p>
    </div>
  ) : null

  return (
    <form {...form} className="grid gap-6 md:gap-8">
      <SentFromHere text={sentWords.again} />
      <FormHead title={words.title} fileIsGone={application.fileIsGone} />
      {summaryOnTop ? summary : null}
      {askedInternship === undefined ? null : (
        <Part {...words.parts.internship} headIsHidden>
          <div className="border-hairline bg-warm rounded-lg border p-4 lg:col-span-2">
            <SelectField
              {...field('internship')}
              defaultValue={askedInternship}
              aside={
                internship ? (
                  // Two languages leave no room for its shapes in the page.
                  <Scene
                    id={internship.id}
                    isFarDown={help !== undefined}
                    className="w-26 shrink-0 rounded-md sm:w-40"
                  />
                ) : null
              }
              placeholder={words.internship.none}
              options={internshipNames.map(({ id, title, duration }) => ({
                value: String(id),
                text: `${title}, ${duration}`,
              }))}
              onChange={({ currentTarget: { value } }) => put('domain', domainOf(value) ?? domain)}
            />
          </div>
          {secondFacts}
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
            duration={internship?.duration}
            className="border-hairline bg-warm rounded-lg border p-4"
          />
          {askedInternship === undefined ? secondFacts : null}
          <CheckboxField
            name="agreeToTerms"
            // Without JavaScript the box is sent, and says what was agreed to.
            value={notice.version}
            error={agree.error}
            second={agree.second}
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

type PartProps = { title: string; text: string; headIsHidden?: boolean; children: ReactNode }

/** Some fields and what they are about, beside them where there is room; hidden on a phone if the fields say it. */
const Part = ({ title, text, headIsHidden = false, children }: PartProps) => (
  <div className="border-hairline grid gap-4 border-t pt-6 md:grid-cols-[15rem_minmax(0,1fr)] md:gap-10 md:pt-8">
    <div className={headIsHidden ? 'max-md:sr-only' : ''}>
      <h3 className="text-xl">{title}</h3>
      <p className="text-ink-soft text-sm">{text}</p>
    </div>
    <div className="grid content-start gap-5 lg:grid-cols-2">{children}</div>
  </div>
)

/** A text with links in the places that it names in square brackets. */
function filled(text: string, links: Record<string, ReactNode>) {
  const pieces = text.split(/\[(\w+)\]/)
  return createElement(Fragment, {}, ...pieces.map((piece, at) => (at % 2 ? links[piece] : piece)))
}

const resumeHint = filled(`${words.hints.resume} ${words.hints.noResume}`, {
  file: (
    <a href="/resume-template.docx" download className="link -my-3 inline-block py-3">
      {words.hints.resumeFile}
    </a>
  ),
})

const NewTabLink = ({ to, children }: { to: string; children: string }) => (
  <a href={to} target="_blank" rel="noopener" className="link">
    {children}
    <span className="sr-only"> {formWords.newTab}</span>
  </a>
)

const agreement = filled(words.agree, {
  privacy: <NewTabLink to="/privacy">{words.privacy}</NewTabLink>,
  terms: <NewTabLink to="/terms">{words.terms}</NewTabLink>,
})

/** The button, which says what is missing, and how sending goes. */
function SubmitArea({ application: { phase, seen, errors } }: { application: ApplicationState }) {
  // Without JavaScript nothing here could change: then the button is simply there, and the
  // server says what is missing.
  const checks = useHydrated()
  const sending = phase.state === 'sending'
  const missing =
    checks && (hasFieldErrors(errors) ? 'errors' : !seen?.has('agreeToTerms') && 'terms')
  const percent = sending ? Math.round(phase.share * 100) : 0

  return (
    <div className="grid gap-4">
      {phase.state === 'failed' ? (
        <NotSentNotice title={words.notSent} detail={phase.detail} button={words.button.ready} />
      ) : null}
      {/* Disabled for assistive technology, yet it can be reached and says why when pressed. */}
      <Button
        type="submit"
        aria-disabled={sending || missing !== false}
        className="w-full md:w-auto md:justify-self-start"
      >
        {sending ? <Spinner /> : null}
        {words.button[sending ? 'sending' : missing || 'ready']}
      </Button>
      {sending ? (
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
      ) : null}
    </div>
  )
}
