import { readConfig } from '@naic/house/config.ts'
import { openRegistryIn } from '@naic/house/open-certificates.ts'
import { openStorage } from '@naic/house/storage.ts'
import { openRegistry } from '@naic/registry/open-registry.ts'

/** The thread in which the server makes the registry. */
const config = readConfig(process.env)
await using storage = await openStorage(config)
await openRegistryIn(storage.database, config, openRegistry)
