import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Did, EnteredDeed } from '@naic/store/journal/journal.ts'
import { dayInIndia, longDayInIndia } from '@naic/store/sheets/indian-day.ts'
import { type JournalPage as Journal, placeOf } from '../desk-api.ts'
import { readShown } from './ask-desk.ts'
import { DeskLink } from './desk-link.tsx'
import { Choice, DayField, LinkHere, useChoices } from './list-and-one.tsx'
import { Moment } from './moment.tsx'

export const loadJournal = ({ request }: LoaderFunctionArgs) =>
  readShown<Journal>(`/api/journal${new URL(request.url).search}`)

/** What was done, after the name of who did it. */
const inWords = {
  'applications assign': 'gave somebody, or nobody, the application',
  'applications correct-email': 'corrected the email address of',
  'applications correct-name': 'corrected the name of',
  'applications export': 'saved a sheet of applications',
  'applications received': 'recorded what came in for',
  'applications score': 'scored',
  'applications set-status': 'decided, or noted something, about',
  'applications tag': 'changed the tags of',
  'applications take-back': 'took back the last decision about',
  'certificates correct': 'corrected the name on the certificate',
  'certificates erase': 'erased the certificate',
  'certificates export': 'saved a sheet of certificates',
  'certificates issue': 'issued certificates',
  'certificates revoke': 'revoked the certificate',
  erase: 'erased',
  'keys make': 'made the keys that sign certificates',
  'keys revoke': 'revoked the key',
  'keys rotate': 'replaced the key',
  'log restart': 'began the public log anew:',
  'messages answer': 'answered the message',
  'messages answered': 'marked as answered the message',
  'messages export': 'saved a sheet of messages',
  'messages correct-email': 'corrected the email address of the message',
  'outbox retry': 'sent again',
  'passkey add': 'added a passkey of their own',
  'passkey remove': 'removed a passkey of their own',
  person: 'looked at or saved what is held of a person',
  retention: 'removed what had been kept long enough',
  'staff add': 'added to the staff',
  'staff end': 'ended the work of',
  'staff invite': 'invited again',
  'staff role': 'changed the roles of',
  'staff suspend': 'suspended, or let in again,',
  sweep: 'removed files that belonged to nothing',
} as const satisfies Record<Did, string>

/** Who of the staff, or the server by itself, did what and when, the newest first. */
export function JournalPage() {
  const { deeds, people, hasOlder } = useLoaderData<typeof loadJournal>()
  const [search, choose] = useChoices()
  const before = search.get('before') ?? ''
  const day = (name: 'since' | 'until', label: string) => (
    <DayField
      label={label}
      value={search.get(name) ?? ''}
      onChoose={(value) => choose({ [name]: value })}
    />
  )
  const step = 'link inline-flex min-h-11 items-center'
  return (
    <>
      <title>Journal · The council's desk</title>
      <h1 className="sr-only">Journal</h1>
      <form
        role="search"
        aria-label="Journal"
        onSubmit={(event) => event.preventDefault()}
        className="border-hairline flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-1.5"
      >
        <Choice
          name="who"
          label="Who"
          options={[
            { value: '', name: 'Everybody' },
            ...people.map((name) => ({ value: name, name })),
          ]}
        />
        {day('since', 'From')}
        {day('until', 'To')}
        <nav aria-label="Pages" className="ml-auto flex gap-6">
          {before ? (
            <LinkHere values={{ before: '' }} className={step}>
              The newest
            </LinkHere>
          ) : null}
          {hasOlder ? (
            <LinkHere values={{ before: deeds.at(-1)?.id ?? '' }} className={step}>
              Older
            </LinkHere>
          ) : null}
        </nav>
      </form>
      {/* The keyboard must reach what scrolls. */}
      <div
        key={search.toString()}
        role="region"
        aria-label="What was done"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="grid min-h-0 grow grid-cols-[minmax(0,1fr)] content-start gap-5 overflow-y-auto p-4 -outline-offset-3"
      >
        {deeds.length === 0 ? <p role="status">Nothing was done then.</p> : null}
        {[...Map.groupBy(deeds, dayOf)].map(([of, done]) => (
          <section key={of} aria-labelledby={of}>
            <h2 id={of} className="font-semibold">
              {longDayInIndia(of)}
            </h2>
            <ol>
              {done.map((deed) => (
                <li
                  key={deed.id}
                  className="border-hairline flex flex-wrap gap-x-4 border-b py-1.5 wrap-anywhere"
                >
                  <span className="text-ink-soft sm:w-48">
                    <Moment at={deed.at} />
                  </span>
                  <DeedInWords deed={deed} />
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </>
  )
}

const dayOf = ({ at }: EnteredDeed) => dayInIndia(new Date(at))

function DeedInWords({ deed }: { deed: EnteredDeed }) {
  const { who, did, detail } = deed
  const [said, shownAt] = [subjectOf(deed), placeOfSubject(deed)]
  return (
    <p className="min-w-0 grow basis-72">
      <strong className="font-semibold">{who === 'server' ? 'The server' : who}</strong>{' '}
      {inWords[did]} {shownAt ? <DeskLink to={shownAt}>{said}</DeskLink> : said}
      {detail ? <span className="text-ink-soft"> ({detail.replaceAll('_', ' ')})</span> : null}
    </p>
  )
}

/** Letters have no name that anybody would know. */
const subjectOf = ({ did, subject }: EnteredDeed): string =>
  did !== 'outbox retry' ? (subject ?? '') : subject ? 'a letter' : 'letters'

const kinds: Partial<Record<string, Parameters<typeof placeOf>[0]>> = {
  applications: 'application',
  messages: 'message',
  certificates: 'certificate',
  outbox: 'letter',
}

/** @returns the address of what was done something to; undefined where the desk shows no such thing. */
function placeOfSubject({ did, subject }: EnteredDeed): string | undefined {
  const kind = kinds[did.split(' ')[0] ?? '']
  return kind && subject ? placeOf(kind, subject) : undefined
}
