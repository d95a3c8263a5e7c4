import { Button } from '@naic/ui/button.tsx'
import { forCodes, TextField } from '@naic/ui/field.tsx'
import { CheckAFile, type FileWords } from './check-a-file.tsx'

type Props = {
  words: { label: string; hint: string; button: string }
  /** Takes the ID, or the link to a certificate, as `id`. */
  action: string
  file?: { words: FileWords; to: string }
}

/** An ID, a link, a file, a photo or a screenshot, on a page that is about something else. */
export const CheckACertificate = ({ words, action, file }: Props) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 md:grid-cols-2">
    <form action={action} className="grid content-start gap-3">
      <TextField
        {...forCodes}
        name="id"
        label={words.label}
        hint={words.hint}
        required
        error={undefined}
      />
      <Button type="submit">{words.button}</Button>
    </form>
    <CheckAFile className="p-4" {...file} />
  </div>
)
