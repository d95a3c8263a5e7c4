import { ReferenceNote } from '#app/form-parts/reference-note.tsx'
import words from '@naic/content/en/message-sent.json' with { type: 'json' }
import { Button } from '@naic/ui/button.tsx'
import { DoneNotice } from '@naic/ui/done-notice.tsx'

type Props = {
  id: string | undefined
  emailed: boolean
  values: Readonly<Record<string, string>>
  startAgain: () => void
}

/** Takes the form's place until another message is begun. */
export function MessageSent({ id, emailed, values, startAgain }: Props) {
  return (
    <DoneNotice title={words.title} text={words.text}>
      <ReferenceNote
        id={id}
        email={values['email']}
        steps={emailed ? words.next : words.nextWithoutEmail}
      />
      {/* Without JavaScript the form is a page away. */}
      <form
        method="get"
        action="/contact"
        onSubmit={(event) => {
          event.preventDefault()
          startAgain()
        }}
      >
        <Button type="submit" look="outline">
          {words.again}
        </Button>
      </form>
    </DoneNotice>
  )
}
