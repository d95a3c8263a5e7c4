import { readConfig } from './config.ts'
import { beginRegistry } from './open-certificates.ts'

/** A thread that makes the registry, for `beginInThread`. */
await beginRegistry(readConfig(process.env))
