import { compoundFile, vbaProject } from './compound-files.ts'
import { zip } from './zip-file.ts'

/** Word documents since 2007 (.docx): zips of parts (ECMA-376, part 2). */

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const officeTypes = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export const documentType = `${officeTypes}.document.main+xml`
export const macroType = 'application/vnd.ms-office.vbaProject'

type Package = {
  mainType?: string
  types?: string
  /** What [Content_Types].xml is, where it is not what it should be. */
  contentTypes?: string | Buffer
  parts?: Record<string, string | Buffer>
}

export function wordPackage({
  mainType = documentType,
  types = '',
  contentTypes = `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/>${types}</Types>`,
  parts = {},
}: Package = {}): Buffer {
  return zip(
    Object.entries({
      '[Content_Types].xml': contentTypes,
      '_rels/.rels': `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
      'word/document.xml': `${xml}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>My resume. Skills: macros, VBA.</w:t></w:r></w:p></w:body></w:document>`,
      ...parts,
    }).map(([name, bytes]) => ({ name, bytes })),
  )
}

export const docx = wordPackage()

/** What a document with macros has more than one without. */
export const macros = {
  types: `<Default Extension="bin" ContentType="${macroType}"/>`,
  parts: {
    'word/vbaProject.bin': compoundFile(vbaProject('')),
    'word/_rels/document.xml.rels': `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/></Relationships>`,
  },
}

const withMacros = (kind: string) =>
  wordPackage({ ...macros, mainType: `application/vnd.ms-word.${kind}.main+xml` })
export const docm = withMacros('document.macroEnabled')
export const dotm = withMacros('template.macroEnabledTemplate')

/** A workbook (.xlsx), which is no document. */
export const xlsx = wordPackage({
  mainType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
})
