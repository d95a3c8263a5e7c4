import * as v from 'valibot'
import { levels } from './categories.ts'
import { homeIcons } from './home-icons.ts'
import { figures, someOf, text, titled, year } from './schema-parts.ts'

/** The words of the pages, and of what stands on every page. */

export const home = v.strictObject({
  metaTitle: text,
  metaDescription: text,
  hero: v.strictObject({ title: text, text, figures }),
  council: v.strictObject({ title: text, text, pillars: someOf(titled) }),
  domains: v.strictObject({
    title: text,
    text,
    items: someOf(
      v.strictObject({
        title: text,
        icon: v.picklist(homeIcons, `must be one of: ${homeIcons.join(', ')}`),
        description: text,
      }),
    ),
  }),
  why: v.strictObject({ title: text, text, benefits: someOf(titled) }),
  testimonials: v.strictObject({ title: text }),
  trust: v.strictObject({ title: text, badges: someOf(titled) }),
  companies: titled,
  colleges: titled,
  closing: titled,
  searchEngines: v.strictObject({ foundingYear: year, languages: someOf(text) }),
})

export const about = v.strictObject({
  metaTitle: text,
  metaDescription: text,
  hero: titled,
  story: v.strictObject({ title: text, figures, paragraphs: someOf(text) }),
  direction: v.strictObject({ title: text, mission: titled, vision: titled }),
  values: v.strictObject({ title: text, text, items: someOf(titled) }),
  impact: v.strictObject({ title: text, figures }),
  closing: titled,
})

export const taskPortal = v.strictObject({
  metaTitle: text,
  metaDescription: text,
  intro: text,
  features: v.pipe(v.array(titled), v.length(3, 'must have three entries')),
  notSetUp: v.strictObject({ title: text, text }),
})

export const apply = v.strictObject({
  metaTitle: text,
  metaDescription: text,
  text,
  submitted: text,
  /** Beside the box for the terms: who may apply. */
  age: text,
  /** What happens to an application that was sent. */
  next: v.array(text),
  /** The same where the address gets no further email that day. */
  nextWithoutEmail: v.array(text),
  benefits: someOf(titled),
})

export const contact = v.strictObject({
  metaTitle: text,
  metaDescription: text,
  text,
  /** For whoever holds a certificate of somebody. */
  certificate: text,
  /** What happens to a message that was sent. */
  next: v.array(text),
  /** The same where the address gets no further email that day. */
  nextWithoutEmail: v.array(text),
})

export const internshipsPage = v.strictObject({
  metaTitle: text,
  metaDescription: text,
  metaKeywords: text,
  /** Of the list with one category chosen, which `[category]` stands for. */
  categoryTitle: text,
  categoryDescription: text,
  title: text,
  text,
  figures,
  levels: v.strictObject(v.entriesFromList(levels, text)),
  questions: text,
})

export const internshipPage = v.strictObject({ onlyOne: text, anyoneCanCheck: text })

export const sitemap = v.strictObject({ metaTitle: text, metaDescription: text, text })

export const footer = v.strictObject({ text, certification: text, newsletter: text })

export const llms = v.strictObject({ summary: text })
