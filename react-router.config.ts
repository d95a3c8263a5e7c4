import { readdirSync } from 'node:fs'
import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // Every address without a parameter becomes a file, which the server then answers from memory,
  // and so does every internship.
  prerender: ({ getStaticPaths }) => [...getStaticPaths(), ...internshipPaths()],
  // The site is small: its whole route manifest comes with the first page, and no link asks for more.
  routeDiscovery: { mode: 'initial' },
} satisfies Config

/** The files are called by their ids, such as `03-full-stack-web-development.json`. */
function internshipPaths(): string[] {
  return readdirSync('content/internships').map((name) => `/internships/${parseInt(name, 10)}`)
}
