import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { timeInIndia } from '@naic/store/sheets/indian-day.ts'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import { TextField } from '@naic/ui/field.tsx'
import type { RevocationReason } from '@naic/registry/issuing/revoke-certificate.ts'
import type { Letter } from '../desk-api.ts'
import type {
  OneCertificate,
  ShownCorrection,
  ShownRevocation,
} from '../serve/routes/certificates.ts'
import { AgreeDialog, Plain, useAgreement } from './agree-dialog.tsx'
import { ShownLetter } from './shown-letter.tsx'
import { useSay, useTell } from './desk-frame.tsx'
import { useOpen } from './list-and-one.tsx'
import { Tick } from './tick.tsx'

type Props = { certificate: NonNullable<OneCertificate['certificate']>; onClose: () => void }

/** For the staff; the public hears of none. */
const reasons: Record<RevocationReason, string> = {
  'issued in error': 'It was issued in error',
  'wrong details': 'Something on it is wrong',
  'academic misconduct': 'Academic misconduct',
  'at the request of the holder': 'The holder asks for it',
}

/** Takes a certificate back for good, with the letter that tells the holder. */
export function RevokeDialog({ certificate: { id, facts }, onClose }: Props) {
  const [reason, setReason] = useState<RevocationReason>()
  const [withLetter, setWithLetter] = useState(true)
  const tell = useTell()
  const asked = reason && { reason, withLetter }
  const agreement = useAgreement<ShownRevocation, { state: 'done' }>(
    `/api/certificates/${id}/revoke`,
    asked,
    () => {
      onClose()
      void tell(`${id}${facts ? ` of ${facts.holder}` : ''} is revoked.`)
    },
  )
  const { plan } = agreement
  return (
    <AgreeDialog
      title={`Revoke ${facts ? `the certificate of ${facts.holder}` : id}`}
      under={`${id}: nothing brings it back`}
      action="Revoke"
      sends={plan?.state === 'planned' && plan.letter !== null}
      agreement={agreement}
      onClose={onClose}
      fields={
        <>
          <fieldset className="grid gap-2">
            <legend className="mb-1 font-semibold">Why: this stays with the staff</legend>
            {Object.entries(reasons).map(([value, name]) => (
              <Tick
                key={value}
                group="reason"
                isOn={reason === value}
                onTick={() => setReason(value as RevocationReason)}
              >
                {name}
              </Tick>
            ))}
          </fieldset>
          <Tick isOn={withLetter} onTick={setWithLetter}>
            Tell the holder by a letter
          </Tick>
        </>
      }
    >
      {reason === undefined ? <Plain>Say why, and read here what will happen.</Plain> : null}
      {plan?.state === 'planned' ? (
        <>
          <Before state={plan.letterBefore} />
          <LetterOrNone
            letter={plan.letter}
            without={
              withLetter && !plan.isAddressKnown
                ? 'The holder cannot be told: no address of theirs is known.'
                : 'The holder is not told.'
            }
          />
        </>
      ) : null}
      {plan?.state === 'already' ? (
        <Plain>
          It was revoked already, {timeInIndia(plan.at)}: {plan.reason}.
        </Plain>
      ) : null}
      {plan?.state === 'unknown' ? <Plain>There is no such certificate.</Plain> : null}
    </AgreeDialog>
  )
}

type Corrected = { state: 'done'; id: string; hasLetter: boolean }

/** Puts the name right: the certificate is taken back and another issued, in one step with one letter. */
export function CorrectDialog({ certificate: { id, facts }, onClose }: Props) {
  const [holder, setHolder] = useState(facts?.holder ?? '')
  const open = useOpen()
  const { revalidate } = useRevalidator()
  const say = useSay()
  const hasText = holder.trim() !== '' && holder !== facts?.holder
  const agreement = useAgreement<ShownCorrection, Corrected>(
    `/api/certificates/${id}/correct`,
    hasText ? { holder } : undefined,
    async (done) => {
      const told = done.hasLetter ? ' A letter to the holder goes out.' : ''
      say(`${id} is withdrawn, and ${done.id} is issued to ${holder.trim()} in its place.${told}`)
      onClose()
      await open(done.id)
      await revalidate()
    },
  )
  const { plan } = agreement
  return (
    <AgreeDialog
      title={`Correct the name of ${facts?.holder}`}
      under={`${id} is withdrawn, and another issued that says all else as it does`}
      action="Correct"
      sends={plan?.state === 'planned' && plan.letter !== null}
      agreement={agreement}
      hasText={hasText}
      onClose={onClose}
      fields={
        <TextField
          name="holder"
          label="The right name"
          required
          autoComplete="off"
          spellCheck={false}
          error={plan?.state === 'refused' ? `The name ${plan.reason}.` : undefined}
          value={holder}
          onChange={({ currentTarget }) => setHolder(currentTarget.value)}
        />
      }
    >
      {hasText ? null : <Plain>Type the right name, and read here what will happen.</Plain>}
      {plan?.state === 'planned' ? (
        <>
          <Plain>
            The certificate will say <strong dir="auto">{plan.holder}</strong>. Its page and that of
            the old one lead to each other.
          </Plain>
          <Before state={plan.letterBefore} />
          <LetterOrNone
            letter={plan.letter}
            without="The holder cannot be told: no address of theirs is known."
          />
        </>
      ) : (
        <WhyNot plan={plan} />
      )}
    </AgreeDialog>
  )
}

function WhyNot({ plan }: { plan: { state: string; by?: string } | undefined }) {
  const why = plan && whyNot[plan.state]
  if (!why) return null
  return <FailureNotice title="Nothing is corrected.">{why(plan.by ?? '')}</FailureNotice>
}

const whyNot: Record<string, (by: string) => string> = {
  unknown: () => 'There is no such certificate.',
  erased: () => 'It was erased.',
  unreadable: () => 'It is not as it was signed: ask the person who runs the server.',
  void: () => 'It is void, since its key was revoked: issue it again under its reference.',
  same: () => 'It has that name.',
  corrected: (by) => `It was corrected before, with another name: correct ${by}.`,
  revoked: () => 'It was revoked: issue another.',
}

function Before({ state }: { state: 'sent' | 'waiting' | 'held back' | undefined }) {
  if (state !== 'waiting') return null
  return <Plain>The letter “Your certificate” has not left, and is held back.</Plain>
}

const LetterOrNone = ({ letter, without }: { letter: Letter | null; without: string }) =>
  letter ? <ShownLetter letter={letter} /> : <Plain>{without}</Plain>
