import { siteUrl } from '#app/server-context/site-address.ts'
import type { Internship } from '#content/content-schemas.ts'
import organisation from '#content/organisation.json' with { type: 'json' }
import { feeAmount, feeInFull } from '#content/programme-facts.ts'
import { totalHours } from './total-hours.ts'

/**
 * The syllabus as https://schema.org/Course, with what search engines ask for it:
 * https://developers.google.com/search/docs/appearance/structured-data/course-info
 */
export function courseData(internship: Internship, path: string) {
  const { title, description, prerequisites, weeks } = internship
  const hours = totalHours(weeks)
  return {
    '@type': 'Course',
    name: `${title} Internship`,
    description,
    url: siteUrl() + path,
    inLanguage: 'en',
    provider: { '@type': 'EducationalOrganization', name: organisation.name, url: siteUrl() },
    coursePrerequisites: prerequisites,
    // "Paid" is the category of all that is not free, and the name says what is paid for.
    offers: {
      '@type': 'Offer',
      category: 'Paid',
      name: 'Documentation fee',
      description: feeInFull,
      price: feeAmount,
      priceCurrency: 'INR',
    },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      courseWorkload: `PT${hours}H`,
      courseSchedule: {
        '@type': 'Schedule',
        duration: `PT${Math.round(hours / weeks.length)}H`,
        repeatFrequency: 'Weekly',
        repeatCount: weeks.length,
      },
    },
  }
}
