import { pageMeta } from '#app/page-head.tsx'
import { siteUrl } from '#app/server-context/site-settings.ts'
import type { Internship } from '@naic/content/content-schemas.ts'
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

const council = () => ({
  '@type': 'EducationalOrganization',
  name: organisation.name,
  url: siteUrl(),
})

/** https://schema.org/EducationalOccupationalProgram */
function programme(
  { title, description, category, duration, requirements }: Internship,
  path: string,
) {
  return {
    '@type': 'EducationalOccupationalProgram',
    name: `${title} Internship`,
    description,
    url: siteUrl() + path,
    programType: 'Internship',
    occupationalCategory: category,
    educationalProgramMode: 'online',
    // ISO 8601: "4 weeks" is P4W.
    timeToComplete: `P${parseInt(duration, 10)}W`,
    programPrerequisites: requirements.join('. '),
    provider: council(),
    educationalCredentialAwarded: {
      '@type': 'EducationalOccupationalCredential',
      credentialCategory: 'Certificate',
    },
    offers: { '@type': 'Offer', category: 'Documentation fee', ...fee },
  }
}

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
function courseData(internship: Internship, path: string) {
  const { title, description, prerequisites, weeks } = internship
  const hours = totalHours(weeks)
  return {
    '@type': 'Course',
    name: `${title} Internship`,
    description,
    url: siteUrl() + path,
    provider: council(),
    coursePrerequisites: prerequisites,
    // Everything that is not free is "Paid"; the name says what is paid for.
    offers: { '@type': 'Offer', category: 'Paid', name: 'Documentation fee', ...fee },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      courseWorkload: `PT${hours}H`,
    },
  }
}
