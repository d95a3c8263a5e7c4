import { readFileSync, writeFileSync } from 'node:fs'
import { listedIn, listFor } from './translation-list.ts'

/** Writes every sentence of the translations anew into the documents that list them for readers. */
for (const { code, file } of listedIn()) {
  writeFileSync(file, listFor(code, readFileSync(file, 'utf8')))
}
