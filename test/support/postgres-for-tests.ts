import type { TestProject } from 'vitest/node'
import { PostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** DATABASE_URL without the name of a database. */
    postgres: string
  }
}

/** One server for all files of a run; each test makes databases of its own there. */
export async function setup(project: TestProject) {
  const server = await PostgresServer.start()
  project.provide('postgres', server.urlOf(''))
  return () => server.stop()
}
