/** The resume: which files are acceptable by what the browser says of them. */

export const resumeLimitBytes = 5 * 1024 * 1024
export const resumeAccept = '.pdf,.doc,.docx'

export const resumeMessages = {
  missing: 'Please upload your resume',
  type: 'Resume must be a PDF or Word document (.pdf, .doc, .docx)',
  size: 'Your resume is larger than 5 MB. Please choose a smaller file.',
  empty: 'This file is empty. Please choose your resume again.',
  changed: 'This file was changed or moved after you chose it. Please choose your resume again.',
  locked:
    'This file is protected with a password. Please save it without a password and choose it again.',
  oversized:
    'This Word file becomes larger than 50 MB when it is opened. Please send your resume as a PDF.',
  infected:
    'Our virus scanner found something harmful in this file. That can happen without you noticing. Please check your device, or send your resume as a new PDF.',
  several: 'Please send only one resume.',
}

const endings = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
}

/** What a resume may be, by its bytes. */
export type ResumeType = keyof typeof endings

/** How the name of a file of this type ends, such as "pdf". */
export const resumeEnding = (type: string): string => endings[type as ResumeType] ?? 'bin'

export type ResumeDescription = { name: string; type: string; size: number }

/**
 * The rule that page and server share: a PDF by its type, or a name ending in .doc or .docx.
 * Many phones and mail programs give a PDF another type, or none; then a name ending in .pdf will do,
 * unless the type is that of a picture, for example. The server also checks the bytes.
 *
 * @param file as the browser describes it, `size` in bytes; undefined if none was chosen.
 * @returns the message to show; undefined if the file may be sent.
 */
export function resumeProblem(file: ResumeDescription | undefined): string | undefined {
  if (!file) return resumeMessages.missing
  if (!hasResumeType(file)) return resumeMessages.type
  if (file.size > resumeLimitBytes) return resumeMessages.size
  if (file.size === 0) return resumeMessages.empty
  return undefined
}

function hasResumeType({ name, type }: Pick<ResumeDescription, 'name' | 'type'>): boolean {
  if (/^application\/(x-)?pdf\b/i.test(type) || /\.docx?$/i.test(name)) return true
  return /\.pdf$/i.test(name) && !/^(image|audio|video|font)\//i.test(type)
}
