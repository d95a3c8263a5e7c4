import words from '@naic/content/en/certificate.json' with { type: 'json' }
import type { Learnt } from '@naic/ledger/format/credential.ts'
import { FoldedSection } from './folded-section.tsx'
import { later } from './later.tsx'

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

export const SecurityFeatures = later(
  async () => (await import('./security-features.tsx')).SecurityFeatures,
  <div className="min-h-96" />,
)

/** Few certificates have an address to compare one with. */
export const HolderCheck = later(async () => (await import('./holder-check.tsx')).HolderCheck)
