import { useState } from 'react'
import type { ApplicationStatus, ListedApplication, ReadApplication } from '../../shapes.ts'
import { ShowResume } from '../resume/show-resume.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { ApplicationActions } from './application-actions.tsx'
import { ApplicationFacts } from './application-facts.tsx'
import { ApplicationHistory } from './application-history.tsx'
import { StatusMark } from './status-mark.tsx'

type Props = { opened: ReadApplication; list: readonly ListedApplication[] }

/** One application with its resume beside it, and what can be answered. */
export function OneApplication({ opened, list }: Props) {
  const [answering, setAnswering] = useState<ApplicationStatus>()
  if (opened.state !== 'found') {
    return <p className="p-8">This application is not there any more.</p>
  }
  const { application, changes, letters } = opened
  return (
    <article className="grid gap-5 p-4 lg:p-6">
      <header className="grid gap-3">
        <p className="flex flex-wrap items-center gap-3">
          <span className="font-mono">{application.reference}</span>
          <StatusMark status={application.status} />
          {application.completedOn ? <span>on {application.completedOn}</span> : null}
        </p>
        <h2 className="text-heading">{application.name}</h2>
        <ApplicationActions application={application} onAnswer={setAnswering} />
      </header>
      <div className="grid gap-6 lg:grid-cols-[minmax(13rem,2fr)_minmax(0,5fr)]">
        <div className="grid content-start gap-5">
          <ApplicationFacts application={application} certificates={opened.certificates} />
          <ApplicationHistory application={application} changes={changes} letters={letters} />
        </div>
        <ShowResume
          key={application.id}
          address={`/api/applications/${application.id}/resume`}
          name={application.resumeName}
          type={application.resumeType}
          reference={application.reference}
        />
      </div>
      {answering ? (
        <AnswerDialog
          opened={opened}
          to={answering}
          list={list}
          onClose={() => setAnswering(undefined)}
        />
      ) : null}
    </article>
  )
}
