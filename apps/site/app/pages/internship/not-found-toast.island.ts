import { toast } from '#app/layouts/toast.ts'

/** Says what the page says as well. */
export function NotFoundToast({ firstElementChild: said }: HTMLElement): void {
  if (!(said instanceof HTMLElement)) return
  toast({ title: said.title, text: said.textContent, tone: 'destructive' })
}
