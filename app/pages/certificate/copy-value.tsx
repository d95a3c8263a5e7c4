import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

/** @returns whether it is on the clipboard now: pages without a secure context have none. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

export function CopyValue({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false)
  const Icon = copied ? Check : Copy
  return (
    <div className="border-hairline flex items-center gap-2 border-t py-1">
      <div className="min-w-0 flex-1">
        <dt className="text-ink-soft text-sm">{label}</dt>
        <dd className="wrap-anywhere select-all">{value}</dd>
      </div>
      <dd>
        <button
          type="button"
          onClick={async () => setCopied(await copyText(value))}
          className="grid size-11 place-items-center rounded-md"
        >
          <Icon aria-hidden className="size-5" />
          <span className="sr-only">Copy {label}</span>
        </button>
        <span role="status" className="sr-only">
          {copied ? `${label} copied` : ''}
        </span>
      </dd>
    </div>
  )
}
