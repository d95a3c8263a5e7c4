import { readConfig } from '@naic/house/config.ts'
import { beginRegistry } from '@naic/house/open-certificates.ts'

/** The thread in which the server makes the registry. */
await beginRegistry(readConfig(process.env))
