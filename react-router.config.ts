import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // Every address without a parameter becomes a file, which the server then answers from memory.
  prerender: ({ getStaticPaths }) => getStaticPaths(),
  // The site is small: its whole route manifest comes with the first page, and no link asks for more.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
