import words from '@naic/content/check-several.json' with { type: 'json' }
import { PlainIdField } from '#app/certificate-view/plain-id-field.tsx'
import { Button } from '@naic/ui/button.tsx'

/** In place of the list, where there is no script: the form of one ID, which the server answers. */
export function OneByOne() {
  return (
    <noscript>
      <form method="get" action="/verification" className="grid gap-4">
        <h2 className="text-heading">{words.withoutScript.title}</h2>
        <p>{words.withoutScript.text}</p>
        <PlainIdField id="id" label="Certificate ID" />
        <Button type="submit" className="w-full">
          Verify Certificate
        </Button>
      </form>
    </noscript>
  )
}
