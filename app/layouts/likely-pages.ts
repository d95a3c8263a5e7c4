/** Where most visitors go on to, by the path where they are; what is below it counts as well. */
const likelyAfter: Record<string, readonly string[]> = {
  '/': ['/internships'],
  '/internships/': ['/apply'],
}

/**
 * @param pathname of the page that is shown.
 * @returns paths of the pages to fetch ahead, the likeliest first.
 */
export function likelyPages(pathname: string): readonly string[] {
  if (pathname === '/internships') return firstInternship()
  const section = pathname.replace(/(?<=.)\/[^/]*$/, '/')
  return likelyAfter[pathname] ?? likelyAfter[section] ?? []
}

/** All have the same page; its words come with the touch. */
const firstInternship = () => {
  const link = document.querySelector<HTMLAnchorElement>('main a[href^="/internships/"]')
  return link ? [link.pathname] : []
}
