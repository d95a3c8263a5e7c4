import type { ReactNode } from 'react'
import { applicationLabels } from '#forms/application-form.ts'
import type { FoundApplication } from '../../shapes.ts'
import { CertificateLink } from '../certificate-link.tsx'
import { wholeTime } from '../times.ts'

/** What the applicant answered. Nothing in it is taken for markup, and no link leads away unseen. */
export function ApplicationFacts({
  application,
  certificates,
}: Pick<FoundApplication, 'application' | 'certificates'>) {
  const {
    email,
    phone,
    college,
    year,
    domain,
    internship,
    internshipTitle,
    linkedin,
    message,
    noticeVersion,
  } = application
  const facts: [string, ReactNode][] = [
    ['Received', wholeTime(application.receivedAt)],
    [applicationLabels.internship, internshipTitle ?? internship],
    [applicationLabels.domain, domain],
    [
      applicationLabels.email,
      <a key="email" href={`mailto:${encodeURIComponent(email)}`} className="link">
        {email}
      </a>,
    ],
    [
      applicationLabels.phone,
      <a key="phone" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className="link">
        {phone}
      </a>,
    ],
    [applicationLabels.college, college],
    [applicationLabels.year, year],
    [applicationLabels.linkedin, linkedin],
    [applicationLabels.message, message],
    ['Privacy notice agreed to', noticeVersion && `of ${noticeVersion}`],
    ...certificates.map(({ id, state }): [string, ReactNode] => [
      'Certificate',
      <span key={id}>
        <CertificateLink id={id} /> {state}
      </span>,
    ]),
  ]
  return (
    <dl className="grid gap-y-2.5">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-ink-soft text-sm leading-tight">{label}</dt>
          <dd dir="auto" className="whitespace-pre-wrap">
            {value ?? <span className="text-ink-soft">not given</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
