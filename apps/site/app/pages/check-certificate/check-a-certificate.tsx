import { Button } from '@naic/ui/button.tsx'
import { forCodes } from '@naic/ui/field.tsx'
import { CheckAFile, type FileWords } from './check-a-file.tsx'

type Props = {
  words: { label: string; button: string }
  /** Takes the ID, or the link to a certificate, as `id`. */
  action: string
  file?: { words: FileWords; to: string }
}

/** An ID, a link, a file, a photo or a screenshot, on a page that is about something else. */
export const CheckACertificate = ({ words, action, file }: Props) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 md:grid-cols-2">
    <form action={action} className="grid content-start gap-1.5">
      <label htmlFor="id" className="font-semibold">
        {words.label}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          {...forCodes}
          id="id"
          name="id"
          required
          className="control min-w-0 grow basis-[7rem]"
        />
        <Button type="submit">{words.button}</Button>
      </div>
    </form>
    <CheckAFile className="p-4" {...file} />
  </div>
)
