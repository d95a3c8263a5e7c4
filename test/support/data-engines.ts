import { enginesOfTheRun } from './registry-engines.ts'
import { PostgresPlace } from './postgres-places.ts'

type DataEngine = {
  name: 'SQLite' | 'PostgreSQL'
  /** @returns settings of a server and of the command line beside it, as the environment names them. */
  prepare: () => Promise<{ settings: Record<string, string>; remove: () => Promise<void> }>
}

/** Where rows may be: a server and the command line beside it are tested on each. */
export const dataEngines = enginesOfTheRun<DataEngine>([
  { name: 'SQLite', prepare: async () => ({ settings: {}, remove: async () => undefined }) },
  {
    name: 'PostgreSQL',
    async prepare() {
      const place = await new PostgresPlace().make()
      return { settings: { DATABASE_URL: place.url }, remove: () => place.remove() }
    },
  },
])
