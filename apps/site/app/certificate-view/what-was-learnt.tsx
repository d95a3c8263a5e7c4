import type { ReactNode } from 'react'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import type { Learnt } from '@naic/ledger/format/credential.ts'

type Props = {
  /** Of its heading. */
  id: string
  title: string
  intro: string
  children: ReactNode
}

/** Has a frame of its own, opens when its heading is pressed, and is not printed. */
export function FoldedSection({ id, title, intro, children }: Props) {
  return (
    <section
      aria-labelledby={id}
      className="border-hairline bg-paper rounded-lg border px-5 wrap-anywhere sm:px-6 print:hidden"
    >
      <details>
        <summary className="cursor-pointer py-3 sm:py-4">
          <h2 id={id} className="text-heading inline">
            {title}
          </h2>
        </summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pb-5 sm:pb-6">
          <p className="text-ink-soft max-w-text text-sm">{intro}</p>
          {children}
        </div>
      </details>
    </section>
  )
}

export function WhatWasLearnt({ learnt }: { learnt: Learnt | undefined }) {
  if (!learnt) return null
  const { internship, skills, projects } = learnt
  return (
    <FoldedSection id="what-was-learnt" title={words.learnt.title} intro={words.learnt.intro}>
      <p>
        {words.learnt.internship}: <strong>{internship}</strong>
      </p>
      <div className="grid gap-2">
        <h3 className="text-lg">{words.learnt.skills}</h3>
        <ul className="grid list-disc gap-x-8 gap-y-1 pl-5 sm:grid-cols-2">
          {skills.map((skill) => (
            <li key={skill}>{skill}</li>
          ))}
        </ul>
      </div>
      {projects.length > 0 ? (
        <div className="grid gap-2">
          <h3 className="text-lg">{words.learnt.projects}</h3>
          <ul className="border-hairline grid border-t">
            {projects.map(({ title, task }) => (
              <li key={title} className="border-hairline border-b">
                <details>
                  <summary className="cursor-pointer py-2.5 font-medium">{title}</summary>
                  <p className="max-w-text text-ink-soft pb-4">{task}</p>
                </details>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </FoldedSection>
  )
}
