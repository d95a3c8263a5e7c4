import words from '@naic/content/en/certificate.json' with { type: 'json' }
import { toLongDate } from './dates.ts'
import type { Revocation } from '@naic/ledger/verify/verdict.ts'
import type { Examination } from '@naic/ledger/verify/examine-certificate.ts'
import { tones, toneLooks, verdictSentences } from './verdict-sentences.ts'

type Props = {
  examination: Examination
  /** The revocation in the register, used if the log's proof of it is not available. */
  registered?: Revocation | undefined
}

export function VerdictNotice({ examination, registered }: Props) {
  const { verdict, revocation } = examination
  const { Icon, box, icon } = toneLooks[tones[verdict]]
  const [text, ...missing] = verdictSentences(examination)
  const revoked = verdict === 'revoked' ? (revocation ?? registered) : undefined
  return (
    <div className={`flex items-start gap-3 rounded-lg border p-4 ${box}`}>
      <Icon aria-hidden className={`${icon} mt-0.5 size-6 shrink-0`} />
      <p>
        <strong>{words.verdicts[verdict].title}.</strong> {text}
        {missing.map((sentence) => (
          <span key={sentence} className="mt-1 block">
            {sentence}
          </span>
        ))}
        {revoked ? (
          <span className="mt-1 block font-medium">Withdrawn on {toLongDate(revoked.at)}.</span>
        ) : null}
        {revoked && !revocation ? (
          <span className="block text-sm">{words.register.unproven}</span>
        ) : null}
      </p>
    </div>
  )
}
