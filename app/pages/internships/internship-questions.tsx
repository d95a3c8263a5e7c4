import { Plus } from 'lucide-react'
import { ButtonLink } from '#app/ui/button.tsx'
import questions from '#content/faq.json' with { type: 'json' }
import words from '#content/internships-page.json' with { type: 'json' }

export function InternshipQuestions() {
  return (
    <section className="bg-warm border-hairline border-t" aria-labelledby="questions">
      <div className="wrap grid gap-8 py-16 md:py-20 lg:grid-cols-[1fr_2fr] lg:gap-16">
        <div className="grid content-start justify-items-start gap-4">
          <h2 id="questions" className="text-title">
            Frequently Asked Questions
          </h2>
          <p className="text-ink-soft">{words.questions}</p>
          <ButtonLink to="/contact" look="outline">
            Contact Us
          </ButtonLink>
        </div>
        <div className="border-hairline border-b">
          {questions.map(({ question, answer }) => (
            <details key={question} className="group border-hairline border-t">
              <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3 text-lg font-semibold [&::-webkit-details-marker]:hidden">
                {question}
                <Plus
                  aria-hidden
                  className="text-peacock size-5 shrink-0 transition-transform duration-200 group-open:rotate-45"
                />
              </summary>
              <p className="text-ink-soft max-w-text pb-5">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
