import type { Config } from '@react-router/dev/config'
import { sitePaths, unlistedPaths } from '@naic/content/site-map.ts'
import { readInternships } from './tools/programme-words.ts'

export default {
  ssr: true,
  buildDirectory: '../../build',
  // Every address without a parameter becomes a file, which the server then answers from memory,
  // and so does every internship.
  prerender: ({ getStaticPaths }) => [
    ...agreeingWithSiteMap(getStaticPaths()),
    ...internshipPaths(),
  ],
  // One file a page: on a slow line each file costs more than its bytes.
  splitRouteModules: false,
  // The site is small: its whole route manifest comes with the first page, and no link asks for more.
  routeDiscovery: { mode: 'initial' },
} satisfies Config

function internshipPaths(): string[] {
  return readInternships<{ id: number }>().flatMap(({ id }) => [
    `/internships/${id}`,
    `/internships/${id}/poster`,
  ])
}

/** The site map names every page of the route table and no other: the build stops otherwise. */
function agreeingWithSiteMap(routed: string[]): string[] {
  const listed = [...sitePaths, ...unlistedPaths]
  const wrong = [
    ...routed.filter((path) => !listed.includes(path)),
    ...listed.filter((path) => !routed.includes(path)),
  ]
  if (wrong.length > 0) {
    throw new Error(`content/site-map.ts and apps/site/app/routes.ts differ: ${wrong.join(', ')}`)
  }
  return routed
}
