import { toast } from '#app/layouts/toast.ts'

/** Says what the page says as well. */
export function NotFoundToast({ firstElementChild: said }: HTMLElement): void {
  const [title = '', text = ''] = [said?.getAttribute('title'), said?.textContent]
  toast({ title: title ?? '', lines: [text ?? ''], tone: 'destructive' })
}
