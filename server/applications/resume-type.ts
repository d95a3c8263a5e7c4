import type { StagedFile } from '../files/staging.ts'
import { namesInCompoundFile } from './compound-file.ts'
import { checkWordPackage } from './word-package.ts'

export type ResumeType =
  | 'application/pdf'
  | 'application/msword'
  | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** After a byte order mark and white space only: what stands before could be a script or a page. */
const startsAsPdf = /^(?:\xEF\xBB\xBF)?[\0\t\n\f\r ]*%PDF-/

/**
 * What a staged resume really is, by its bytes; what the sender called it does not count.
 *
 * @returns `'locked'` for an office document under a password, `'oversized'` for a package that
 *   unpacks to far more than a resume, and undefined for anything else but a PDF or a Word document
 *   without macros.
 */
export async function detectResumeType({
  path: file,
  start: firstBytes,
}: Pick<StagedFile, 'path' | 'start'>): Promise<ResumeType | 'locked' | 'oversized' | undefined> {
  const start = firstBytes.toString('latin1')
  if (startsAsPdf.test(start)) return 'application/pdf'
  if (start.startsWith('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1')) return compoundType(file)
  if (!start.startsWith('PK\x03\x04')) return undefined
  const found = await checkWordPackage(file)
  if (found !== 'plain') return found === 'oversized' ? found : undefined
  return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
}

/** Old Word, Excel and installer files share one container, and locked new ones are in it too. */
async function compoundType(file: string): Promise<'application/msword' | 'locked' | undefined> {
  const names = await namesInCompoundFile(file)
  if (names.has('ENCRYPTEDPACKAGE')) return 'locked'
  const hasMacros = ['MACROS', 'VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR'].some((name) =>
    names.has(name),
  )
  return names.has('WORDDOCUMENT') && !hasMacros ? 'application/msword' : undefined
}
