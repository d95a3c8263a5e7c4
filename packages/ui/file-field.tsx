import { FileText, FileX, X } from 'lucide'
import { Icon } from './icon.tsx'
import { useEffect, useRef, useState } from 'react'
import { type ControlProps, framed } from './field.tsx'

/** It shows what was chosen and lets go of it again, instead of the browser's words, which a phone cuts off. */
export function FileField(props: ControlProps<'input'>) {
  const { error } = props
  const control = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File>()
  const icon = error ? FileX : FileText

  useEffect(() => {
    // A file may have been chosen before this script came.
    const input = control.current
    setChosen(input?.files?.[0])
    // To the browser, a file that was mended and is chosen again is no change.
    input?.addEventListener('cancel', () => {
      if (input.value) tellChange(input)
    })
  }, [])

  function remove() {
    if (!control.current) return
    control.current.value = ''
    tellChange(control.current)
    control.current.focus()
  }

  return framed(props, (input) => (
    <>
      <input
        {...input}
        ref={control}
        type="file"
        onChange={(event) => setChosen(event.currentTarget.files?.[0])}
        className={`${input.className} border-dashed text-transparent! file:border-control file:bg-warm file:text-ink file:mr-4 file:min-h-9 file:cursor-pointer file:rounded-sm file:border file:px-3 file:font-semibold`}
      />
      {chosen ? (
        <p
          className={`flex items-center gap-3 rounded-md border py-1 pr-1 pl-3 ${error ? 'border-error bg-error-pale text-error' : 'bg-peacock-pale border-transparent'}`}
        >
          <Icon of={icon} className={`size-5 shrink-0 ${error ? '' : 'text-peacock'}`} />
          <span className="min-w-0 flex-1">
            <span className="font-medium wrap-anywhere">{chosen.name}</span>{' '}
            <span className="text-ink-soft whitespace-nowrap">({readableSize(chosen.size)})</span>
          </span>
          <button
            type="button"
            onClick={remove}
            className="grid size-11 shrink-0 place-items-center rounded-md"
          >
            <span className="sr-only">Remove {chosen.name}</span>
            <Icon of={X} className="size-5" />
          </button>
        </p>
      ) : null}
    </>
  ))
}

const tellChange = (control: Element) =>
  control.dispatchEvent(new Event('change', { bubbles: true }))

/** @param bytes of a file. @returns such as "240 KB" or "1.2 MB", in steps of 1024. */
function readableSize(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
