import type certificate from './en/certificate.json'
import type certificateFile from './en/certificate-file.json'
import type checkById from './en/check-by-id.json'
import type formHelp from './en/form-help.json'
import type inShort from './en/in-short.json'
import type internshipsInShort from './en/internships-in-short.json'
import type phrases from './en/phrases.json'

/**
 * The words of a language beside English, as its `words.ts` has them. Each file says the same as the
 * file of that name in `en/`, entry for entry, and `verdicts.json` the same as the verdicts there in
 * `certificate.json`. A language leaves out the pages that it does not have.
 */
export type Translation = {
  phrases: typeof phrases
  inShort?: typeof inShort
  internshipsInShort?: typeof internshipsInShort
  formHelp?: typeof formHelp
  certificateFile?: typeof certificateFile
  checkById?: typeof checkById & { verdicts: typeof certificate.verdicts }
}

/** An internship in short. Its file has the name of the English one, with as many entries for each list. */
export type TranslatedInternship = {
  /** What one makes, in one or two sentences. */
  makes: string
  /** As `prerequisites`. */
  before: string[]
  /** The computer that `requirements` ask for. */
  computer: string
  weeks: string[]
  projects: string[]
}
