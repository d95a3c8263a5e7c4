import { pageMeta } from '#app/page-head.tsx'
import { siteUrl } from '#app/server-context/site-settings.ts'
import type { Internship } from '@naic/content/content-schemas.ts'
import words from '@naic/content/en/internship-page.json' with { type: 'json' }
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { feeAmount, feeInFull } from '@naic/content/programme-facts.ts'
import { totalHours } from './internship-texts.tsx'

export const trail = [
  { to: '/', label: words.trail.home },
  { to: '/internships', label: words.trail.list },
]

const fee = { description: feeInFull, price: feeAmount, priceCurrency: 'INR' }

/**
 * An internship as search engines read it: as a programme, its place in the site, and its syllabus as a course, with
 * what they ask for it: https://developers.google.com/search/docs/appearance/structured-data/course-info
 */
export function internshipMeta(internship: Internship) {
  const { id, title, category, requirements, prerequisites, weeks } = internship
  const path = `/internships/${id}`
  const common = {
    name: `${title} Internship`,
    description: internship.description,
    url: siteUrl() + path,
    provider: { '@type': 'EducationalOrganization', name: organisation.name, url: siteUrl() },
  }
  return pageMeta({
    title: internship.seoTitle,
    description: internship.seoDescription,
    keywords: internship.seoKeywords,
    path,
    structuredData: [
      {
        '@type': 'EducationalOccupationalProgram',
        ...common,
        programType: 'Internship',
        occupationalCategory: category,
        educationalProgramMode: 'online',
        // ISO 8601: "4 weeks" is P4W.
        timeToComplete: `P${parseInt(internship.duration, 10)}W`,
        programPrerequisites: requirements.join('. '),
        educationalCredentialAwarded: {
          '@type': 'EducationalOccupationalCredential',
          credentialCategory: 'Certificate',
        },
        offers: { '@type': 'Offer', category: words.fee, ...fee },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [...trail, { to: path, label: title }].map(({ to, label }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name: label,
          item: siteUrl() + to,
        })),
      },
      {
        '@type': 'Course',
        ...common,
        coursePrerequisites: prerequisites,
        // Everything that is not free is "Paid"; the name says what is paid for.
        offers: { '@type': 'Offer', category: 'Paid', name: words.fee, ...fee },
        hasCourseInstance: {
          '@type': 'CourseInstance',
          courseMode: 'Online',
          courseWorkload: `PT${totalHours(weeks)}H`,
        },
      },
    ],
  })
}
