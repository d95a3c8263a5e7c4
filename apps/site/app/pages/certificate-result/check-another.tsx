import page from '@naic/content/en/certificate-page.json' with { type: 'json' }
import { Button } from '@naic/ui/button.tsx'
import { forCodes } from '@naic/ui/field.tsx'
import { Section } from '@naic/ui/section.tsx'
import { TextLink } from '@naic/ui/text-link.tsx'

const words = page.another

/**
 * A plain form, so that it works before the script and without it.
 *
 * @param value what stands in the field.
 */
export function CheckAnother({ title = words.title, value }: { title?: string; value?: string }) {
  return (
    <Section
      id="check-another"
      title={title}
      className="border-hairline bg-paper grid gap-2 rounded-lg border px-5 py-4 sm:gap-3 sm:p-6 print:hidden"
    >
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
        {words.list} <TextLink href="/verification/several">{words.several}</TextLink>
      </p>
    </Section>
  )
}
