import { internshipNames } from '#content/internship-names.ts'
import type { ApplicationStatus, ListedApplication } from '../../shapes.ts'
import type { Answer } from './use-answer.ts'

type Props = {
  to: ApplicationStatus
  isTold: boolean
  application: ListedApplication
  answer: Answer
  onChange: (change: Partial<Answer>) => void
}

/** What may be added to an answer. */
export function AnswerFields({ to, isTold, application, answer, onChange }: Props) {
  return (
    <div className="grid content-start gap-4">
      {to === 'completed' ? (
        <Completion application={application} answer={answer} onChange={onChange} />
      ) : null}
      {isTold ? (
        <>
          <label className="flex items-center gap-3">
            <input
              type="checkbox"
              checked={answer.withLetter}
              onChange={({ currentTarget }) => onChange({ withLetter: currentTarget.checked })}
              className="accent-peacock size-5"
            />
            Tell the applicant by a letter
          </label>
          {answer.withLetter ? (
            <Words
              id="message"
              label="Words of yours in the letter"
              value={answer.message}
              onChange={(message) => onChange({ message })}
            />
          ) : null}
        </>
      ) : null}
      <Words
        id="note"
        label="Note for the staff alone"
        value={answer.note}
        onChange={(note) => onChange({ note })}
      />
    </div>
  )
}

type WordsProps = { id: string; label: string; value: string; onChange: (text: string) => void }

function Words({ id, label, value, onChange }: WordsProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label} <span className="text-ink-soft font-normal">(optional)</span>
      </label>
      <textarea
        id={id}
        rows={3}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className="control"
      />
    </div>
  )
}

function Completion({
  application,
  answer,
  onChange,
}: Pick<Props, 'application' | 'answer' | 'onChange'>) {
  return (
    <>
      <div className="grid gap-1.5">
        <label htmlFor="completed-on" className="font-semibold">
          Completed on
        </label>
        <input
          id="completed-on"
          type="date"
          required
          value={answer.completedOn}
          onChange={({ currentTarget }) => onChange({ completedOn: currentTarget.value })}
          className="control"
        />
      </div>
      <div className="grid gap-1.5">
        <label htmlFor="completed-internship" className="font-semibold">
          Internship
        </label>
        <select
          id="completed-internship"
          value={answer.internship}
          onChange={({ currentTarget }) => onChange({ internship: currentTarget.value })}
          className="control"
        >
          <option value="">
            {application.internshipTitle ?? `As the domain says: ${application.domain}`}
          </option>
          {internshipNames.map(({ id, title }) => (
            <option key={id} value={String(id)}>
              {title}
            </option>
          ))}
        </select>
      </div>
    </>
  )
}
