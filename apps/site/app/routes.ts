import { type RouteConfig, index, layout, route } from '@react-router/dev/routes'
import { translatedPages } from '@naic/content/languages.ts'

/** The same page in every other language that has it; it finds its words by its path. */
const translated = (twin: string, file: string) =>
  translatedPages
    .filter((page) => page.twin === twin)
    .map(({ path }) => route(path, file, { id: path }))

export default [
  layout('layouts/site-layout.tsx', [
    ...translated('/', 'pages/other-languages/in-short-page.tsx'),
    ...translated('/apply', 'pages/other-languages/helped-apply-page.tsx'),
    index('pages/home/home-page.tsx'),
    route('about', 'pages/about/about-page.tsx'),
    route('internships', 'pages/internships/internships-page.tsx'),
    route('internships/:id', 'pages/internship/internship-page.tsx'),
    route('apply', 'pages/apply/apply-page.tsx'),
    route('contact', 'pages/contact/contact-page.tsx'),
    route('verify/:id?', 'pages/certificate-result/certificate-page.tsx'),
    route('privacy', 'pages/legal/privacy-page.tsx'),
    route('terms', 'pages/legal/terms-page.tsx'),
    route('cookies', 'pages/legal/cookies-page.tsx'),
    route('accessibility', 'pages/legal/accessibility-page.tsx'),
    route('sitemap', 'pages/sitemap/sitemap-page.tsx'),
    route('code-of-conduct', 'pages/legal/code-of-conduct-page.tsx'),
    route('refund-policy', 'pages/legal/refund-policy-page.tsx'),
    // In place of a page that is not kept, without a network (decision 095).
    route('offline', 'pages/offline/offline-page.tsx'),
    route('*', 'pages/not-found/not-found-page.tsx'),
  ]),
  layout('layouts/bare-layout.tsx', [
    ...translated('/verification', 'pages/other-languages/check-by-id-page.tsx'),
    route('verification', 'pages/check-certificate/verification-page.tsx'),
    route('verification/several', 'pages/check-several/several-page.tsx'),
    route('offline/certificate', 'pages/offline/offline-page.tsx', { id: 'offline-certificate' }),
    route('submit-task', 'pages/submit-task/submit-task-page.tsx'),
  ]),
  route('internships/:id/poster', 'pages/poster/poster-page.tsx'),
  // In the frame of /submit-task as long as TASK_FORM_URL is not set.
  route('task-form-not-set-up', 'pages/submit-task/task-form-not-set-up-page.tsx'),
] satisfies RouteConfig
