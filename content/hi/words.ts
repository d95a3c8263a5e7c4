import type { Translation } from '../translation.ts'
import certificateFile from './certificate-file.json' with { type: 'json' }
import checkById from './check-by-id.json' with { type: 'json' }
import formHelp from './form-help.json' with { type: 'json' }
import inShort from './in-short.json' with { type: 'json' }
import internshipsInShort from './internships-in-short.json' with { type: 'json' }
import phrases from './phrases.json' with { type: 'json' }
import verdicts from './verdicts.json' with { type: 'json' }

export const words: Translation = {
  phrases,
  inShort,
  internshipsInShort,
  formHelp,
  certificateFile,
  checkById: { ...checkById, verdicts },
}
