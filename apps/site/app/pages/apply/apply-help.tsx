import type { ReactNode } from 'react'
import type { Second } from '#app/form-parts/form-parts.tsx'
import { usePageAddress } from '#app/page-address.ts'
import type { ApplicationField } from '@naic/admissions/forms/application-form.ts'
import { languageOf, pathIn } from '@naic/content/languages.ts'
import type { Translation } from '@naic/content/translation.ts'
import { Facts } from '@naic/ui/facts.tsx'
import { TextLink } from '@naic/ui/text-link.tsx'

type Words<Name extends keyof Translation> = NonNullable<Translation[Name]>

/** What another language adds to the form, which itself is in English. */
export type ApplyHelp = Second<ApplicationField> &
  Pick<Words<'formHelp'>, 'about' | 'sent' | 'howToPay'> &
  Pick<Words<'inShort'>, 'facts'>

type Props = { help: ApplyHelp; isSent: boolean; children: ReactNode }

/** Above the form where to read about it, and once it was sent what that means. */
export function HelpAround({ help, isSent, children }: Props) {
  const language = languageOf(usePageAddress().path)
  return (
    <>
      <p>{isSent ? help.sent : <TextLink href={pathIn(language, '/')}>{help.about}</TextLink>}</p>
      <div lang="en-IN">{children}</div>
    </>
  )
}

/** Below the facts in English, where one decides. */
export function FactsAgain({ help }: { help: ApplyHelp }) {
  return (
    <div lang={help.lang} className="border-hairline bg-warm rounded-lg border p-4">
      <Facts
        of={help.facts.map(({ name, value }) => [name, value])}
        className="grid grid-cols-2 gap-x-4 gap-y-2 narrow:grid-cols-1"
        fact="last:col-span-full"
      />
      <p className="mt-2">{help.howToPay}</p>
    </div>
  )
}
