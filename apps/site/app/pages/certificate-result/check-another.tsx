import page from '@naic/content/en/certificate-page.json' with { type: 'json' }
import { Button } from '@naic/ui/button.tsx'
import { forCodes } from '@naic/ui/field.tsx'

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
      className="border-hairline bg-paper grid gap-2 rounded-lg border px-5 py-4 sm:gap-3 sm:p-6 print:hidden"
    >
      <h2 id="check-another" className="text-heading">
        {title}
      </h2>
      <form method="get" action="/verification" className="flex flex-wrap items-end gap-3">
        <p className="grid min-w-0 flex-[99_1_10rem] gap-1.5">
          <label htmlFor="another-id" className="font-semibold">
            {words.label}
          </label>
          <input
            id="another-id"
            name="id"
            required
            defaultValue={value}
            {...forCodes}
            className="control font-mono uppercase"
          />
        </p>
        <Button type="submit" look="outline" className="grow">
          {words.button}
        </Button>
      </form>
      <p>
        {words.list}{' '}
        <a href="/verification/several" className="link -my-2.5 inline-block py-2.5 font-medium">
          {words.several}
        </a>
      </p>
    </section>
  )
}
