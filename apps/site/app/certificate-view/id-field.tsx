import type { ComponentProps } from 'react'
import { FieldFrame, forCodes } from '@naic/ui/field.tsx'

type Props = { label: string; hint: string } & Pick<
  ComponentProps<'input'>,
  'ref' | 'readOnly' | 'onInput' | 'onCompositionEnd'
>

/** The field for a certificate's ID, large enough to compare it with what is printed. */
export const IdField = ({ label, hint, ...input }: Props) => (
  <FieldFrame name="id" label={label} hint={hint} error={undefined} required>
    {(described) => (
      <input
        {...described}
        {...input}
        type="text"
        required
        {...forCodes}
        className="control min-h-14 font-mono text-xl tracking-[0.12em] uppercase"
      />
    )}
  </FieldFrame>
)
