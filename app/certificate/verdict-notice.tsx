import { BadgeCheck, CircleHelp, CircleX } from 'lucide-react'
import words from '#content/certificate.json' with { type: 'json' }
import { toLongDate } from './dates.ts'
import type { Examination, Verdict } from './examine-certificate.ts'

const looks: Record<Verdict, { Icon: typeof BadgeCheck; box: string; icon: string }> = {
  verified: { Icon: BadgeCheck, box: 'border-peacock bg-peacock-pale', icon: 'text-peacock' },
  incomplete: { Icon: CircleHelp, box: 'border-control bg-paper', icon: 'text-ink-soft' },
  unchecked: { Icon: CircleHelp, box: 'border-control bg-paper', icon: 'text-ink-soft' },
  revoked: { Icon: CircleX, box: 'border-error bg-error-pale', icon: 'text-error' },
  doubtful: { Icon: CircleX, box: 'border-error bg-error-pale', icon: 'text-error' },
  forged: { Icon: CircleX, box: 'border-error bg-error-pale', icon: 'text-error' },
}

/** What all the checks come to, in one sentence. */
export function VerdictNotice({ examination }: { examination: Examination }) {
  const { verdict, revocation } = examination
  const { Icon, box, icon } = looks[verdict]
  return (
    <div role="status" className={`flex items-start gap-3 rounded-lg border p-4 ${box}`}>
      <Icon aria-hidden className={`${icon} mt-0.5 size-6 shrink-0`} />
      <p>
        <strong>{words.verdicts[verdict].title}.</strong> {words.verdicts[verdict].text}
        {verdict === 'revoked' && revocation ? (
          <span className="mt-1 block font-medium">
            Revoked on {toLongDate(revocation.at)}. Reason: {revocation.reason}
          </span>
        ) : null}
      </p>
    </div>
  )
}
