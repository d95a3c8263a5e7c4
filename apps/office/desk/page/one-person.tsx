import { Download, Trash2 } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { useState } from 'react'
import { Button } from '@naic/ui/button.tsx'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { saveFile } from '@naic/ui/save-file.ts'
import { Spinner } from '@naic/ui/spinner.tsx'
import type { Section } from '#privacy/show-person.ts'
import type { ErasureDone, HeldPerson } from '../serve/keep-person.ts'
import { postDesk, sendDesk } from './ask-desk.ts'
import { useSay } from './desk-frame.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { Facts } from './facts.tsx'
import { KeyButton } from './desk-button.tsx'
import { useAttempt } from './use-attempt.ts'

/** All that is held of a person as they would read it, with the ways to hand it over and to erase it. */
export function ReadPerson({ person, onErased }: { person: HeldPerson; onErased: () => void }) {
  const [erased, setErased] = useState<ErasureDone>()
  if (erased) return <WhatWasErased erased={erased} />
  const { address, sent, sections, resumesMissing } = person
  return (
    <article className="grid gap-5 p-4 lg:p-6">
      <header className="grid gap-3">
        <h2 tabIndex={-1} ref={focus} className="text-heading wrap-anywhere focus:outline-none">
          {address ?? sent[0]?.reference}
        </h2>
        <p className="text-ink-soft">
          {address === null
            ? 'All that is left of it, as they would read it.'
            : 'All that has this address, as they would read it.'}
        </p>
        <WhatToDo
          person={person}
          onErased={(done) => {
            setErased(done)
            onErased()
          }}
        />
        {resumesMissing.length > 0 ? (
          <FailureNotice title="Not where this desk looks for resumes:">
            {`${resumesMissing.join(', ')}. The file would be without them, and nothing can be erased from here.`}
          </FailureNotice>
        ) : null}
      </header>
      {sections.map((section) => (
        <HeldSection key={section.title} {...section} />
      ))}
    </article>
  )
}

/** What was asked for is there: keys are for it from then on, and no longer for the search. */
export const focus = (heading: HTMLElement | null) => heading?.focus()

type DoProps = { person: HeldPerson; onErased: (erased: ErasureDone) => void }

function WhatToDo({ person, onErased }: DoProps) {
  const [isErasing, setIsErasing] = useState(false)
  const { attempt, failure, isGoing } = useAttempt()
  const say = useSay()

  const save = () =>
    attempt(async () => {
      const file = await (await postDesk('/api/people/export', { whom: person.whom })).blob()
      saveFile(`your-data-${person.sent[0]?.reference ?? 'held'}.zip`, file.type, file)
      say('The file is saved. Hand it over, and delete it.')
    })

  return (
    <>
      <div className="flex flex-wrap gap-2">
        <KeyButton of="x" onPress={() => void save()}>
          {isGoing ? <Spinner /> : <Icon of={Download} />}
          Export as a file
        </KeyButton>
        <KeyButton of="e" onPress={() => setIsErasing(true)}>
          <Icon of={Trash2} />
          Erase…
        </KeyButton>
      </div>
      <FailureNotice title="There is no file.">{failure}</FailureNotice>
      {isErasing ? (
        <EraseDialog
          person={person}
          onErased={(done) => {
            setIsErasing(false)
            onErased(done)
            say(`Removed: ${done.removed}.`)
          }}
          onClose={() => setIsErasing(false)}
        />
      ) : null}
    </>
  )
}

const HeldSection = ({ title, entries }: Section) => (
  <section aria-label={title} className="border-hairline grid gap-4 border-t pt-4">
    <h3 className="text-lg">{title}</h3>
    {entries.map((entry, at) => (
      // Letters may have one subject.
      // oxlint-disable-next-line react/no-array-index-key
      <article key={`${entry.title} ${at}`} className="grid gap-2">
        <h4 className="font-semibold">{entry.title}</h4>
        <Facts facts={entry.facts.map(({ label, value }) => [label, value])} areLong />
        {entry.text ? (
          <blockquote
            dir="auto"
            className="border-hairline max-w-text border-l-3 pl-4 wrap-anywhere whitespace-pre-wrap"
          >
            {entry.text.trimEnd()}
          </blockquote>
        ) : null}
      </article>
    ))}
  </section>
)

/** What to tell the person who asked for it. */
function WhatWasErased({ erased }: { erased: ErasureDone }) {
  const { removed, stays, isOneOnItsWay, resumesLeft } = erased
  const [isClean, setIsClean] = useState(erased.isClean)
  const { attempt, failure, isGoing } = useAttempt()
  const clean = () =>
    attempt(async () => {
      const done = await sendDesk<{ isClean: boolean }>('/api/people/clean', {})
      setIsClean(done.isClean)
    })
  return (
    <article className="max-w-text grid justify-items-start gap-4 p-4 lg:p-6">
      <h2 tabIndex={-1} ref={focus} className="text-heading focus:outline-none">
        Erased
      </h2>
      <p>Removed: {removed}.</p>
      {isOneOnItsWay ? (
        <p>A letter that the server has in hand just now may still be sent.</p>
      ) : null}
      {resumesLeft > 0 ? (
        <p>
          {resumesLeft} of the resumes could not be removed now. Nothing names them any more, and
          the running server removes them within some hours.
        </p>
      ) : null}
      {isClean ? null : (
        <>
          <FailureNotice title="Something may be left in the database’s file.">
            Another program is reading it, or the disk has no room for a second copy. Clean it once
            more in a minute.
          </FailureNotice>
          <Button look="outline" onClick={() => void clean()}>
            {isGoing ? <Spinner /> : null}
            Clean it once more
          </Button>
          <FailureNotice title="It was not cleaned.">{failure}</FailureNotice>
        </>
      )}
      <h3 className="text-lg">What stays: tell them that, too</h3>
      <ul className="grid list-disc gap-1.5 pl-5">
        {stays.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </article>
  )
}
