import { translatedPages } from '@naic/content/languages.ts'
import { internshipIds } from '@naic/content/internships.server.ts'
import type { Page } from './page.ts'
import { aboutPage } from './pages/about/about-page.tsx'
import { applyPage } from './pages/apply/apply-page.tsx'
import { certificatePage } from './pages/certificate-result/certificate-page.tsx'
import { verificationPage } from './pages/check-certificate/verification-page.tsx'
import { severalPage } from './pages/check-several/several-page.tsx'
import { contactPage } from './pages/contact/contact-page.tsx'
import { homePage } from './pages/home/home-page.tsx'
import { internshipPage } from './pages/internship/internship-page.tsx'
import { internshipsPage } from './pages/internships/internships-page.tsx'
import * as legal from './pages/legal/legal-pages.tsx'
import { offlinePage } from './pages/offline/offline-page.tsx'
import { checkByIdPage } from './pages/other-languages/check-by-id-page.tsx'
import { helpedApplyPage } from './pages/other-languages/helped-apply-page.tsx'
import { inShortPage } from './pages/other-languages/in-short-page.tsx'
import { internshipInShortPage } from './pages/other-languages/internship-in-short-page.tsx'
import { internshipsInShortPage } from './pages/other-languages/internships-in-short-page.tsx'
import { sitemapPage } from './pages/sitemap/sitemap-page.tsx'
import { submitTaskPage, taskFormNotSetUpPage } from './pages/submit-task/submit-task-page.tsx'

export type Route = {
  /** Ends with `:id` if its last part may be anything, and with `:id?` if that may be missing. */
  path: string
  page: Page
  /** With header and footer if it says nothing; `bare` with a link home alone; `alone` without anything. */
  frame?: 'bare' | 'alone'
  /** What of the query changes the page. Without any of it a page is rendered once, and kept. */
  query?: readonly string[]
  /** All that may stand for `:id`; if it says nothing, each is rendered for its request. */
  ids?: readonly string[]
}

/** The same page in every other language that has it; it finds its words by its path. */
const translated = (twin: string, route: Omit<Route, 'path' | 'query'>): Route[] =>
  translatedPages
    .filter((one) => one.twin === twin)
    .map(({ path, understands: query }) => Object.assign({ path, query }, route))

/** Every page of the site. */
export const routes: readonly Route[] = [
  { path: '/', page: homePage, query: ['like'] },
  { path: '/about', page: aboutPage },
  {
    path: '/internships',
    page: internshipsPage,
    query: ['q', 'category', 'level', 'weeks', 'like'],
  },
  { path: '/internships/:id', page: internshipPage, ids: internshipIds },
  { path: '/apply', page: applyPage, query: ['domain', 'internship'] },
  { path: '/contact', page: contactPage },
  { path: '/verify/:id?', page: certificatePage },
  { path: '/verification', page: verificationPage, query: ['id'], frame: 'bare' },
  { path: '/verification/several', page: severalPage, frame: 'bare' },
  { path: '/submit-task', page: submitTaskPage, frame: 'bare' },
  { path: '/privacy', page: legal.privacyPage },
  { path: '/terms', page: legal.termsPage },
  { path: '/cookies', page: legal.cookiesPage },
  { path: '/accessibility', page: legal.accessibilityPage },
  { path: '/sitemap', page: sitemapPage },
  { path: '/code-of-conduct', page: legal.codeOfConductPage },
  { path: '/refund-policy', page: legal.refundPolicyPage },
  ...translated('/', { page: inShortPage }),
  ...translated('/internships', { page: internshipsInShortPage }),
  ...translated('/internships/:id', { page: internshipInShortPage, ids: internshipIds }),
  ...translated('/apply', { page: helpedApplyPage }),
  ...translated('/verification', { page: checkByIdPage, frame: 'bare' }),
  // In place of a page that is not kept, without a network (decision 095).
  { path: '/offline', page: offlinePage },
  { path: '/offline/certificate', page: offlinePage, frame: 'bare' },
  // In the frame of /submit-task as long as TASK_FORM_URL is not set.
  { path: '/task-form-not-set-up', page: taskFormNotSetUpPage, frame: 'alone' },
]

/** A route, and what stands for the `:id` of its path, decoded. */
export type Match = { route: Route; id: string }

/**
 * @param path as it is in an address, without a slash at its end.
 * @returns the route; undefined if there is none, or the path cannot be decoded.
 */
export function findRoute(path: string): Match | undefined {
  for (const route of routes) {
    const [before = '', optional] = route.path.split(/\/:id/, 2)
    if (path === before && optional !== '') return { route, id: '' }
    if (optional === undefined || !path.startsWith(`${before}/`)) continue
    const asked = path.slice(before.length + 1)
    const id = asked === '' || asked.includes('/') ? undefined : decoded(asked)
    if (id !== undefined) return { route, id }
  }
  return undefined
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
