import { readConfig } from '@naic/house/config.ts'
import { openRegistryIn } from '@naic/house/open-certificates.ts'
import { openStorage } from '@naic/house/storage.ts'
import { openRegistry } from '@naic/registry/open-registry.ts'

/** The process in which the server makes the registry; it ends with the server. */
process.once('disconnect', () => process.exit())
const config = readConfig(process.env)
// The build drops an `await using` that is in no function, and the process would never end.
const { database, close } = await openStorage(config)
await openRegistryIn(database, config, openRegistry).finally(close)
process.disconnect()
