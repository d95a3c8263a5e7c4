import { writeFileSync } from 'node:fs'
import { settingsLists } from './settings-lists.ts'

/** Writes the lists of all settings anew. `npm run check` tells when they need it. */
for (const [file, list] of Object.entries(settingsLists)) writeFileSync(file, list())
