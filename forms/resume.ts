/** The resume: which files are acceptable by what the browser says of them. */

export const resumeLimitBytes = 5 * 1024 * 1024
export const resumeAccept = '.pdf,.doc,.docx'

export const resumeMessages = {
  missing: 'Please upload your resume',
  type: 'Resume must be a PDF or Word document (.pdf, .doc, .docx)',
  size: 'Your resume is larger than 5 MB. Please choose a smaller file.',
  empty: 'This file is empty. Please choose your resume again.',
  several: 'Please send one resume only.',
}

export type ResumeDescription = { name: string; type: string; size: number }

/**
 * The rule that page and server share: a PDF by its type, or a name ending in .doc or .docx.
 * Some phones cannot tell a file's type; then a name ending in .pdf counts as the type.
 * The server looks at the bytes as well.
 *
 * @param file what the browser says of the file; `size` in bytes. Undefined: none was chosen.
 * @returns the message to show, or undefined when the file may be sent.
 */
export function resumeProblem(file: ResumeDescription | undefined): string | undefined {
  if (!file) return resumeMessages.missing
  if (!hasResumeType(file)) return resumeMessages.type
  if (file.size > resumeLimitBytes) return resumeMessages.size
  if (file.size === 0) return resumeMessages.empty
  return undefined
}

function hasResumeType({ name, type }: Pick<ResumeDescription, 'name' | 'type'>): boolean {
  if (type === 'application/pdf') return true
  const typeUnknown = type === '' || type === 'application/octet-stream'
  return (typeUnknown ? /\.(pdf|docx?)$/i : /\.docx?$/i).test(name)
}
