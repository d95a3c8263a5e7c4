import { TriangleAlert } from 'lucide'
import { Icon } from './icon.tsx'

type Props = { title: string; children: string | undefined }

/** Says near the button that something failed, if it did, and stays; a toast goes. */
export const FailureNotice = ({ title, children }: Props) =>
  children === undefined ? null : (
    <p
      role="alert"
      className="border-error bg-error-pale flex items-start gap-3 rounded-lg border-2 p-4"
    >
      <Icon of={TriangleAlert} className="text-error mt-0.5 size-5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        <strong className="block">{title}</strong> {children}
      </span>
    </p>
  )
