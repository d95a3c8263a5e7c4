import { writeFileSync } from 'node:fs'
import { madeLists } from './made-lists.ts'

/** Writes the lists of all settings and commands anew. `npm run check` tells when they need it. */
for (const [file, list] of Object.entries(madeLists)) writeFileSync(file, await list())
