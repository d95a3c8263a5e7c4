/** The links of header and footer, in order, and others that several pages have. */

export const headerLinks = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About Us' },
  { to: '/internships', label: 'Internships' },
  { to: '/contact', label: 'Contact' },
]

export const footerLinks = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About Us' },
  { to: '/internships', label: 'Internships' },
  { to: '/apply', label: 'Apply Now' },
  { to: '/contact', label: 'Contact' },
]

export const footerInternships = [
  { to: '/internships/1', label: 'Web Development' },
  { to: '/internships/5', label: 'Machine Learning' },
  { to: '/internships/7', label: 'Graphic Design' },
  { to: '/internships/8', label: 'Python Programming' },
  { to: '/internships/9', label: 'Java Development' },
]

/** One of `content/sample-certificates.json`, to show how a certificate is checked. */
export const sampleCertificate = { to: '/verify/NAIC25A7K2M', label: 'See a sample certificate' }

/** Beside the lists of header and footer, for those who come to check a certificate. */
export const verifyLink = { to: '/verification', label: 'Verify a certificate' }

/** @param phone as people write it, with spaces. @returns a link that calls it. */
export const callTo = (phone: string) => `tel:${phone.replaceAll(' ', '')}`

/** What everybody may ask before they pay anything. */
export const genuinePath = '/about#is-this-genuine'

export const legalLinks = [
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/terms', label: 'Terms of Service' },
  { to: '/cookies', label: 'Cookie Policy' },
  { to: '/accessibility', label: 'Accessibility' },
  { to: '/sitemap', label: 'Sitemap' },
  { to: '/refund-policy', label: 'Refund Policy' },
  { to: '/code-of-conduct', label: 'Code of Conduct' },
]
