import { Phone } from 'lucide-react'
import genuine from '@naic/content/en/genuine.json' with { type: 'json' }
import { callTo } from '@naic/content/navigation.ts'
import { TextLink } from '@naic/ui/text-link.tsx'
import organisation from '@naic/content/organisation.json' with { type: 'json' }

const { phones, emails } = organisation

/**
 * What a parent asks before anybody pays, answered with what the council and its terms say, and
 * nothing else. `genuinePath` leads here from wherever the fee stands.
 */
export function IsThisGenuine() {
  const { title, text, questions } = genuine
  return (
    <section
      id="is-this-genuine"
      className="wrap grid gap-x-16 gap-y-5 py-8 md:py-16 lg:grid-cols-[5fr_8fr] lg:grid-rows-[auto_1fr]"
      aria-labelledby="genuine"
    >
      <div className="grid gap-1.5">
        <h2 id="genuine" className="text-title">
          {title}
        </h2>
        <p className="text-ink-soft max-w-text md:text-lg">{text}</p>
      </div>
      <ul className="grid content-start gap-x-10 gap-y-4 sm:grid-cols-2 sm:gap-y-6 lg:row-span-2">
        {questions.map(({ question, answer, link }) => (
          <li key={question} className="border-hairline grid content-start border-t pt-3">
            <h3 className="text-xl leading-tight">{question}</h3>
            <p className="mt-1 leading-snug">
              {answer} <TextLink href={link.to}>{link.label}</TextLink>
            </p>
          </li>
        ))}
      </ul>
      <Council />
    </section>
  )
}

function Council() {
  const { who, call } = genuine
  return (
    <div className="bg-warm border-hairline grid content-start gap-3 self-start rounded-lg border p-4 md:p-6">
      <div className="grid gap-1">
        <h3 className="text-xl leading-tight">{who.title}</h3>
        <p className="leading-snug">{who.text}</p>
        <p className="leading-snug">{who.limit}</p>
      </div>
      <div>
        <h3 className="text-xl leading-tight">{call.title}</h3>
        <ul>
          {[
            [call.main, phones.main],
            [call.support, phones.studentSupport],
          ].map(([label, number = '']) => (
            <li key={label}>
              <a href={callTo(number)} className="flex min-h-11 items-center gap-2 hover:underline">
                <Phone aria-hidden className="text-peacock size-5 shrink-0" />
                <span>
                  {label} <span className="link whitespace-nowrap">{number}</span>
                </span>
              </a>
            </li>
          ))}
          <li>
            <a href={`mailto:${emails.general}`} className="link inline-flex min-h-11 items-center">
              {emails.general}
            </a>
          </li>
        </ul>
      </div>
    </div>
  )
}
