import { useEffect } from 'react'
import { toast } from '#app/layouts/toast.ts'

type Props = { title: string; text: string }

/** Says what the page says as well. */
export function NotFoundToast({ title, text }: Props) {
  useEffect(() => toast({ title, lines: [text], tone: 'destructive' }), [title, text])
  return null
}
