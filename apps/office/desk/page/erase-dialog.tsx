import { type ReactNode, useState } from 'react'
import { FailureNotice } from '@naic/ui/failure-notice.tsx'
import type { ErasureDone, HeldPerson, ShownErasure } from '../serve/keep-person.ts'
import { AgreeDialog, Plain, useAgreement, useTypedToAgree } from './agree-dialog.tsx'
import { Tick } from './tick.tsx'

type Props = { person: HeldPerson; onErased: (done: ErasureDone) => void; onClose: () => void }

/**
 * Erases what a person sent: first what goes and what stays is read, then it is typed whose it is. Nothing
 * brings it back.
 */
export function EraseDialog({ person, onErased, onClose }: Props) {
  const { address, sent } = person
  const scopes: { whom: HeldPerson['whom']; typed: string; name: ReactNode }[] = [
    ...(address === null
      ? []
      : [{ whom: { email: address }, typed: address, name: 'Everything that has this address' }]),
    ...sent.map(({ id, reference }) => ({
      whom: { reference: id },
      typed: reference,
      name: `${reference} alone, with its letters`,
    })),
  ]
  const [chosen, setChosen] = useState(0)
  const [withCertificates, setWithCertificates] = useState(false)
  const scope = scopes[chosen]
  const agreement = useAgreement<ShownErasure, ErasureDone>(
    '/api/people/erase',
    scope && { whom: scope.whom, withCertificates },
    onErased,
  )
  const { plan } = agreement
  const what = scope && 'email' in scope.whom ? 'the address' : 'the reference'
  const { isTyped, hasText, field } = useTypedToAgree(what, scope?.typed ?? '')
  return (
    <AgreeDialog
      title="Erase what is held"
      action="Erase it for ever"
      agreement={isTyped ? agreement : { ...agreement, plan: undefined, agree: async () => {} }}
      hasText={hasText}
      onClose={onClose}
      fields={
        <>
          <fieldset className="grid gap-2">
            <legend className="mb-1 font-semibold">What</legend>
            {scopes.map(({ name, typed }, at) => (
              <Tick key={typed} group="scope" isOn={chosen === at} onTick={() => setChosen(at)}>
                {name}
              </Tick>
            ))}
          </fieldset>
          <Tick isOn={withCertificates} onTick={setWithCertificates}>
            Their certificates too: nobody can read or check them from then on, wherever they were
            shown
          </Tick>
          {plan?.state === 'planned' ? field : null}
        </>
      }
    >
      <WhatWouldBe plan={plan} />
    </AgreeDialog>
  )
}

function WhatWouldBe({ plan }: { plan: { state: string } | undefined }) {
  const shown = plan as ShownErasure | undefined
  switch (shown?.state) {
    case 'planned':
      return (
        <>
          <Lines title="Goes, and nothing brings it back" lines={shown.goes} isStrong />
          <Lines title="Stays" lines={shown.stays} />
        </>
      )
    case 'nothing':
      return (
        <Plain>
          {shown.canGo
            ? 'Nothing but certificates is held: they go if you choose so.'
            : shown.detail}
        </Plain>
      )
    case 'refused':
      return <FailureNotice title="Nothing is erased.">{shown.detail}</FailureNotice>
    default:
      return null
  }
}

type LinesProps = { title: string; lines: readonly string[]; isStrong?: true }

const Lines = ({ title, lines, isStrong }: LinesProps) => (
  <section
    aria-label={title}
    className={`grid gap-1.5 rounded-md border p-4 ${isStrong ? 'border-error' : 'border-hairline bg-warm'}`}
  >
    <h3 className="text-base font-semibold">{title}</h3>
    <ul className="grid list-disc gap-1 pl-5 wrap-anywhere">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </section>
)
