import { CircleAlert } from 'lucide'
import { Icon } from './icon.tsx'
import type { ComponentProps, ReactNode } from 'react'

type FieldProps = {
  name: string
  label: string
  /** Below the label, before the control. */
  hint?: ReactNode
  /** Required, so that no caller forgets to show it. */
  error: string | undefined
  /** The hint and the error again, below them in a second language. */
  second?: { lang: string; hint?: string | undefined; error?: string | undefined } | undefined
  /** At the end of the label's line, such as a small picture. */
  aside?: ReactNode
}

/** For a control that takes a code, such as an ID: no keyboard corrects it. */
export const forCodes = {
  autoComplete: 'off',
  autoCapitalize: 'characters',
  autoCorrect: 'off',
  spellCheck: false,
  enterKeyHint: 'go',
} as const

type Said = Pick<FieldProps, 'name' | 'hint' | 'error' | 'second'>

/** What ties a control to its label, its hint and its error. The field's name is its control's id. */
const tied = ({ name, hint = '', error, second }: Said) => ({
  id: name,
  name,
  'aria-describedby':
    [hint || second?.hint ? `${name}-hint` : '', error ? `${name}-error` : '']
      .filter(Boolean)
      .join(' ') || undefined,
  'aria-invalid': error ? true : undefined,
})

function SecondLine({ lang, children }: { lang: string | undefined; children: ReactNode }) {
  if (!children) return null
  return (
    <span lang={lang} className="block">
      {children}
    </span>
  )
}

const Asterisk = () => (
  <span aria-hidden="true" className="text-error">
    {' '}
    *
  </span>
)

function FieldError({ name, error, second }: Pick<FieldProps, 'name' | 'error' | 'second'>) {
  if (!error) return null
  return (
    <p id={`${name}-error`} className="text-error flex items-start gap-1.5 font-medium">
      <Icon of={CircleAlert} className="mt-1 size-4 shrink-0" />
      <span>
        {error}
        <SecondLine lang={second?.lang}>{second?.error}</SecondLine>
      </span>
    </p>
  )
}

export type ControlProps<Tag extends 'input' | 'textarea' | 'select'> = FieldProps &
  Omit<ComponentProps<Tag>, 'name'>

type Framed = FieldProps & { required?: boolean | undefined; className?: string | undefined }

/** What a control gets of its field's props: all that the frame does not take. */
type InFrame<Props> = Omit<Props, keyof Framed> &
  ReturnType<typeof tied> & { required: boolean; className: string }

export function framed<Props extends Framed>(
  { name, label, hint, error, second, aside, required = false, className, ...control }: Props,
  draw: (control: InFrame<Props>) => ReactNode,
) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5">
      <div className="flex items-end justify-between gap-3">
        <label htmlFor={name} className="min-w-0 font-semibold">
          {label}
          {required ? <Asterisk /> : <span className="text-ink-soft font-normal"> (optional)</span>}
        </label>
        {aside}
      </div>
      {hint || second?.hint ? (
        <p id={`${name}-hint`} className="text-ink-soft text-sm">
          {hint}
          <SecondLine lang={second?.lang}>{second?.hint}</SecondLine>
        </p>
      ) : null}
      {draw({
        ...control,
        ...tied({ name, hint, error, second }),
        required,
        className: className ? `control ${className}` : 'control',
      })}
      <FieldError name={name} error={error} second={second} />
    </div>
  )
}

export const TextField = (props: ControlProps<'input'>) =>
  framed(props, (control) => <input type="text" {...control} />)

export const TextAreaField = (props: ControlProps<'textarea'>) =>
  framed(props, (control) => <textarea rows={5} {...control} />)

/** A native select: phones show their own list for it. An option's `value` is what is sent. */
export const SelectField = (
  props: ControlProps<'select'> & {
    placeholder: string
    options: readonly (string | { value: string; text: string })[]
  },
) =>
  framed(props, ({ placeholder, options, ...control }) => (
    <select {...control}>
      <option value="">{placeholder}</option>
      {options
        .map((option) => (typeof option === 'string' ? { text: option } : option))
        .map(({ text, ...value }) => (
          <option key={text} {...value}>
            {text}
          </option>
        ))}
    </select>
  ))

type CheckboxProps = Omit<ControlProps<'input'>, 'label' | 'hint' | 'aside'> & { label: ReactNode }

export const CheckboxField = ({ label, error, second, name, ...input }: CheckboxProps) => (
  <div className="grid gap-1.5">
    <div className="flex items-start gap-3">
      <input
        type="checkbox"
        {...input}
        {...tied({ name, error, second })}
        required
        className="accent-peacock my-2.5 size-6 shrink-0"
      />
      <label htmlFor={name} className="py-2">
        {label}
        <Asterisk />
      </label>
    </div>
    {second?.hint ? (
      <p id={`${name}-hint`} lang={second.lang} className="text-ink-soft pl-9 text-sm">
        {second.hint}
      </p>
    ) : null}
    <FieldError name={name} error={error} second={second} />
  </div>
)
