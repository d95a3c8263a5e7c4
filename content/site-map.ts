import { languages, pathIn, translatedPages } from './languages.ts'

/**
 * Every page that visitors and search engines may find, in words. The page /sitemap,
 * sitemap.xml, llms.txt and the share pictures are made from it, and a test fails where
 * it and the route table (`apps/site/app/routes.ts`) name different addresses. Only sitemap.xml has the
 * catalogue's categories as well.
 */

export type SitePage = {
  path: string
  label: string
  about: string
  /** Of the label, if all of it is in another language than English. */
  lang?: string
}
type SiteGroup = { title: string; about: string; pages: SitePage[] }

const mainPages: SitePage[] = [
  { path: '/', label: 'Home', about: 'What the council offers, at a glance' },
  { path: '/about', label: 'About Us', about: 'Our story, our values and our impact' },
  { path: '/internships', label: 'Internships', about: 'The whole catalogue, with search' },
  { path: '/apply', label: 'Apply for Internship', about: 'One form for every internship' },
  { path: '/contact', label: 'Contact Us', about: 'Write, call or visit' },
  { path: '/verification', label: 'Verify a Certificate', about: 'Check a certificate by its ID' },
  {
    path: '/verification/several',
    label: 'Check Several Certificates',
    about: 'Paste a list of IDs, and keep the results',
  },
  { path: '/submit-task', label: 'Submit a Task', about: 'Where interns submit their work' },
]

const legalPages: SitePage[] = [
  { path: '/privacy', label: 'Privacy Policy', about: 'What we store, why and for how long' },
  { path: '/terms', label: 'Terms of Service', about: 'The rules between you and the council' },
  { path: '/cookies', label: 'Cookie Policy', about: 'Why there is no cookie banner here' },
  {
    path: '/accessibility',
    label: 'Accessibility Statement',
    about: 'How usable the site is for everyone',
  },
  { path: '/sitemap', label: 'Sitemap', about: 'This list of all pages' },
  { path: '/code-of-conduct', label: 'Code of Conduct', about: 'How we treat each other' },
  { path: '/refund-policy', label: 'Refund Policy', about: 'When you can get a refund' },
]

const pagesInOtherLanguages: SitePage[] = translatedPages.flatMap(({ path, twin, language }) => {
  if (twin === '/internships/:id') return []
  const { name, englishName } = language
  const english = mainPages.find((page) => page.path === twin)?.label
  return twin === '/'
    ? {
        path,
        label: name,
        about: `The internships in short, in ${englishName}`,
        lang: language.code,
      }
    : { path, label: `${english}, ${name}`, about: `In ${englishName}` }
})

/** The addresses of the pages that are always there; internships come on top. */
export const sitePaths = [...mainPages, ...pagesInOtherLanguages, ...legalPages].map(
  ({ path }) => path,
)

const inOtherLanguages = ({ path, label }: SitePage): SitePage[] =>
  languages
    .filter((language) => pathIn(language, path) !== path)
    .map((language) => ({
      path: pathIn(language, path),
      label: `${label}, ${language.name}`,
      about: `In ${language.englishName}`,
    }))

/** Pages that have an address without a parameter and are not to be found by it. */
export const unlistedPaths = ['/task-form-not-set-up', '/offline', '/offline/certificate']

export function siteMap(
  internships: readonly { id: number; title: string; duration: string }[],
): SiteGroup[] {
  const ofInternships = internships.map(({ id, title, duration }) => ({
    path: `/internships/${id}`,
    label: title,
    about: `Online, ${duration}`,
  }))
  return [
    {
      title: 'Main pages',
      about: 'The programme, and what you can do here.',
      pages: [...mainPages, ...pagesInOtherLanguages],
    },
    {
      title: 'Internships',
      about: 'One page for each internship in the catalogue.',
      pages: [...ofInternships, ...ofInternships.flatMap(inOtherLanguages)],
    },
    {
      title: 'Legal and information',
      about: 'Our policies, and the rules for this site and our internships.',
      pages: legalPages,
    },
  ]
}
