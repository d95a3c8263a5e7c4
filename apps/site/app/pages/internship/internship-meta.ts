import { pageMeta } from '#app/page-head.tsx'
import { siteUrl } from '#app/server-context/site-settings.ts'
import type { Internship } from '@naic/content/content-schemas.ts'
import words from '@naic/content/en/internship-page.json' with { type: 'json' }
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { feeAmount, feeInFull } from '@naic/content/programme-facts.ts'
import { totalHours } from './internship-texts.tsx'

export function internshipMeta(internship: Internship) {
  const path = `/internships/${internship.id}`
  return pageMeta({
    title: internship.seoTitle,
    description: internship.seoDescription,
    keywords: internship.seoKeywords,
    path,
    structuredData: [
      programme(internship, path),
      breadcrumbs(internship, path),
      courseData(internship, path),
    ],
  })
}

const fee = { description: feeInFull, price: feeAmount, priceCurrency: 'INR' }

const common = ({ title, description }: Internship, path: string) => ({
  name: `${title} Internship`,
  description,
  url: siteUrl() + path,
  provider: { '@type': 'EducationalOrganization', name: organisation.name, url: siteUrl() },
})

/** https://schema.org/EducationalOccupationalProgram */
const programme = (internship: Internship, path: string) => ({
  '@type': 'EducationalOccupationalProgram',
  ...common(internship, path),
  programType: 'Internship',
  occupationalCategory: internship.category,
  educationalProgramMode: 'online',
  // ISO 8601: "4 weeks" is P4W.
  timeToComplete: `P${parseInt(internship.duration, 10)}W`,
  programPrerequisites: internship.requirements.join('. '),
  educationalCredentialAwarded: {
    '@type': 'EducationalOccupationalCredential',
    credentialCategory: 'Certificate',
  },
  offers: { '@type': 'Offer', category: words.fee, ...fee },
})

function breadcrumbs({ title }: Internship, path: string) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { name: 'Home', path: '/' },
      { name: 'Internships', path: '/internships' },
      { name: title, path },
    ].map((item, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: item.name,
      item: siteUrl() + item.path,
    })),
  }
}

/**
 * The syllabus as https://schema.org/Course, with what search engines ask for it:
 * https://developers.google.com/search/docs/appearance/structured-data/course-info
 */
const courseData = (internship: Internship, path: string) => ({
  '@type': 'Course',
  ...common(internship, path),
  coursePrerequisites: internship.prerequisites,
  // Everything that is not free is "Paid"; the name says what is paid for.
  offers: { '@type': 'Offer', category: 'Paid', name: words.fee, ...fee },
  hasCourseInstance: {
    '@type': 'CourseInstance',
    courseMode: 'Online',
    courseWorkload: `PT${totalHours(internship.weeks)}H`,
  },
})
