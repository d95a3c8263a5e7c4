export type Encoding = 'br' | 'gzip' | 'identity'

/** @returns the best of our encodings that an Accept-Encoding takes. */
export const acceptedEncoding = (accepted = ''): Encoding => {
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted) ? 'gzip' : 'identity'
}
