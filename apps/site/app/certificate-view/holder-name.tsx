import { languageOfName } from './name-language.ts'

/** Tells screen readers in which language the name is, if its letters do. */
export const HolderName = ({ children }: { children: string }) => (
  <bdi lang={languageOfName(children)}>{children}</bdi>
)
