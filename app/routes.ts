import { type RouteConfig, index, layout, route } from '@react-router/dev/routes'

/** A page of the route table whose own issue has not come yet; each needs an id of its own. */
const soon = (path: string) => route(path, 'pages/coming-soon/coming-soon-page.tsx', { id: path })

/** Every address of the site. */
export default [
  layout('layouts/site-layout.tsx', [
    index('pages/home/home-page.tsx'),
    route('about', 'pages/about/about-page.tsx'),
    route('internships', 'pages/internships/internships-page.tsx'),
    route('internships/:id', 'pages/internship/internship-page.tsx'),
    route('apply', 'pages/apply/apply-page.tsx'),
    route('contact', 'pages/contact/contact-page.tsx'),
    soon('verify/:id?'),
    soon('privacy'),
    soon('terms'),
    soon('cookies'),
    soon('accessibility'),
    soon('sitemap'),
    soon('code-of-conduct'),
    soon('refund-policy'),
    route('*', 'pages/not-found/not-found-page.tsx'),
  ]),
  layout('layouts/bare-layout.tsx', [soon('verification'), soon('submit-task')]),
] satisfies RouteConfig
