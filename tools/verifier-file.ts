import { oneFile } from './one-file.ts'

/**
 * What checks a certificate, but for what few need, and what else every page has that checks
 * one: the rule of an ID, the marks of a verdict. `bench/verifier.ts` measures it.
 */
export const verifierFile = oneFile(
  'verifier',
  [
    'credential/*.ts',
    'credential/verify/*.ts',
    'app/certificate-view/*.ts',
    'app/certificate-view/verdict-looks.tsx',
    'forms/certificate-id.ts',
  ],
  [
    'credential/cryptography-library.ts',
    'credential/tree-growth.ts',
    'credential/cosignature.ts',
    'credential/opentimestamps.ts',
    'credential/verify/verify-stamp.ts',
    'credential/verify/witness-sightings.ts',
    'app/certificate-view/prove-growth.ts',
  ],
)
