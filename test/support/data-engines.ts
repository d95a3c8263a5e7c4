import { PostgresPlace } from './postgres-places.ts'
import { enginesOfTheRun } from './registry-engines.ts'

export type DataEngine = 'SQLite' | 'PostgreSQL'
const both: readonly DataEngine[] = ['SQLite', 'PostgreSQL']

/** Where rows may be: a server and the command line beside it are tested on each. */
export const dataEngines = enginesOfTheRun(
  both.map((name) => ({ name, prepare: () => prepareData(name) })),
)

/** @returns settings of a server and of the command line beside it, as the environment names them. */
export async function prepareData(engine: DataEngine) {
  const place = engine === 'PostgreSQL' ? await new PostgresPlace().make() : undefined
  const settings: Record<string, string> = place ? { DATABASE_URL: place.url } : {}
  return { settings, remove: async () => place?.remove() }
}
