import { PlainIdField } from '#app/certificate-view/plain-id-field.tsx'
import page from '@naic/content/en/certificate-page.json' with { type: 'json' }
import { Button } from '@naic/ui/button.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'

const words = page.another

/**
 * A plain form, so that it works before the script and without it.
 *
 * @param value what stands in the field.
 */
export function CheckAnother({ title = words.title, value }: { title?: string; value?: string }) {
  return (
    <section
      aria-labelledby="check-another"
      className="border-hairline bg-paper grid gap-3 rounded-lg border p-5 sm:p-6 print:hidden"
    >
      <h2 id="check-another" className="text-heading">
        {title}
      </h2>
      <form
        method="get"
        action="/verification"
        className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <PlainIdField id="another-id" label={words.label} {...(value ? { value } : {})} />
        <Button type="submit" look="outline">
          {words.button}
        </Button>
      </form>
      <p>
        {words.list}{' '}
        <SiteLink
          to="/verification/several"
          className="link -my-2.5 inline-block py-2.5 font-medium"
        >
          {words.several}
        </SiteLink>
      </p>
    </section>
  )
}
