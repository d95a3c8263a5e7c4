import { type RouteConfig, index, layout, route } from '@react-router/dev/routes'

/** Every address of the site. */
export default [
  layout('layouts/site-layout.tsx', [
    index('pages/home/home-page.tsx'),
    route('about', 'pages/about/about-page.tsx'),
    route('internships', 'pages/internships/internships-page.tsx'),
    route('internships/:id', 'pages/internship/internship-page.tsx'),
    route('apply', 'pages/apply/apply-page.tsx'),
    route('contact', 'pages/contact/contact-page.tsx'),
    route('verify/:id?', 'pages/certificate/certificate-page.tsx'),
    route('privacy', 'pages/content/privacy-page.tsx'),
    route('terms', 'pages/content/terms-page.tsx'),
    route('cookies', 'pages/content/cookies-page.tsx'),
    route('accessibility', 'pages/content/accessibility-page.tsx'),
    route('sitemap', 'pages/content/sitemap-page.tsx'),
    route('code-of-conduct', 'pages/content/code-of-conduct-page.tsx'),
    route('refund-policy', 'pages/content/refund-policy-page.tsx'),
    route('*', 'pages/not-found/not-found-page.tsx'),
  ]),
  layout('layouts/bare-layout.tsx', [
    route('verification', 'pages/verification/verification-page.tsx'),
    route('submit-task', 'pages/submit-task/submit-task-page.tsx'),
  ]),
  // Stands in the frame of /submit-task as long as TASK_FORM_URL is not set.
  route('task-form-not-set-up', 'pages/submit-task/task-form-not-set-up-page.tsx'),
] satisfies RouteConfig
