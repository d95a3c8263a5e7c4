import { readConfig } from '@naic/installation/config.ts'
import { beginRegistry } from '@naic/installation/open-certificates.ts'

/** The thread in which the server makes the registry. */
await beginRegistry(readConfig(process.env))
