import { PostgresPlace } from './postgres-places.ts'

/** Where rows may be: a server and the command line beside it are tested on each. */
export const dataEngines = [
  { name: 'SQLite', prepare: async () => ({ settings: {}, remove: async () => undefined }) },
  {
    name: 'PostgreSQL',
    async prepare() {
      const place = await new PostgresPlace().make()
      const settings: Record<string, string> = { DATABASE_URL: place.url }
      return { settings, remove: () => place.remove() }
    },
  },
] as const satisfies readonly {
  name: string
  /** @returns settings of both, as the environment names them. */
  prepare: () => Promise<{ settings: Record<string, string>; remove: () => Promise<void> }>
}[]
