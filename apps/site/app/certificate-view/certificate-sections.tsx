import { type ReactNode, type SyntheticEvent, useState } from 'react'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import { type HashedAddress, isAddressOf, type Learnt } from '@naic/ledger/format/credential.ts'
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import { Button } from '@naic/ui/button.tsx'

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

type Answer = 'match' | 'other' | 'failed'

const looks = {
  match: { Icon: CircleCheck, colour: 'text-peacock' },
  other: { Icon: CircleHelp, colour: 'text-ink-soft' },
  failed: { Icon: CircleAlert, colour: 'text-error' },
} satisfies Record<Answer, object>

/**
 * Compares an address that somebody types with the holder's, and tells nobody.
 *
 * @param address from a credential whose signature was verified; undefined if it has none.
 */
export function HolderCheck({ address }: { address: HashedAddress | undefined }) {
  const [answer, setAnswer] = useState<Answer | 'empty'>()
  if (!address) return null
  const hashed = address

  function compare(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = event.currentTarget.elements.namedItem('holder-address') as HTMLInputElement
    const typed = input.value
    if (/\S@\S/.test(typed)) return void answerTo(typed, input)
    setAnswer('empty')
    input.focus()
  }

  async function answerTo(typed: string, input: HTMLInputElement) {
    const found = await isAddressOf(typed, hashed).then(
      (isHolders): Answer => (isHolders ? 'match' : 'other'),
      (): Answer => 'failed',
    )
    // The visitor may have typed another address meanwhile.
    if (input.value === typed) setAnswer(found)
  }

  return (
    <FoldedSection id="holder-check" title={words.holder.title} intro={words.holder.text}>
      <form noValidate onSubmit={compare} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          <label htmlFor="holder-address" className="font-semibold">
            {words.holder.label}
          </label>
          <input
            id="holder-address"
            type="text"
            inputMode="email"
            required
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            aria-invalid={answer === 'empty' ? true : undefined}
            aria-describedby={answer === 'empty' ? 'holder-address-error' : undefined}
            onChange={() => setAnswer(undefined)}
            className="control"
          />
          {answer === 'empty' ? (
            <p id="holder-address-error" className="text-error font-medium">
              {words.holder.empty}
            </p>
          ) : null}
        </div>
        <Button type="submit" look="outline" className="justify-self-start">
          {words.holder.button}
        </Button>
      </form>
      <div role="status">{answer && answer !== 'empty' ? <Answered answer={answer} /> : null}</div>
    </FoldedSection>
  )
}

function Answered({ answer }: { answer: Answer }) {
  const { Icon, colour } = looks[answer]
  return (
    <p className="flex items-start gap-2">
      <Icon aria-hidden className={`${colour} mt-0.5 size-6 shrink-0`} />
      {words.holder[answer]}
    </p>
  )
}

type Folded = {
  /** Of its heading. */
  id: string
  title: string
  intro: string
  children: ReactNode
}

/** Has a frame of its own, opens when its heading is pressed, and is not printed. */
function FoldedSection({ id, title, intro, children }: Folded) {
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
