import type { Translation } from '../translation.ts'
import inShort from './in-short.json' with { type: 'json' }
import phrases from './phrases.json' with { type: 'json' }

export const words: Translation = { phrases, inShort }
