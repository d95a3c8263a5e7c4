import { SiteLink } from '@naic/ui/site-link.tsx'
import { PlainIdField } from '#app/certificate-view/plain-id-field.tsx'
import { Button } from '@naic/ui/button.tsx'

/** For whoever has several to check. A plain form, so that it works before and without the script. */
export function CheckAnother() {
  return (
    <section className="wrap max-w-[64rem] pb-12 print:hidden" aria-labelledby="check-another">
      <div className="border-hairline bg-paper grid gap-4 rounded-lg border p-6">
        <h2 id="check-another" className="text-heading">
          Check another
        </h2>
        <form
          method="get"
          action="/verification"
          className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_auto]"
        >
          <PlainIdField id="another-id" label="ID of another certificate" />
          <Button type="submit" look="outline">
            Check
          </Button>
        </form>
        <p>
          Do you have a list of IDs?{' '}
          <SiteLink to="/verification/several" className="link inline-block py-2.5 font-medium">
            Check several at once
          </SiteLink>
        </p>
      </div>
    </section>
  )
}
