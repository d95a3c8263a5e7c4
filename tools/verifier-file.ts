import { oneFile } from './one-file.ts'

/** What checks a certificate, but for what few need. `bench/verifier.ts` measures it. */
export const verifierFile = oneFile(
  'verifier',
  ['credential/*.ts', 'app/certificate-view/*.ts'],
  [
    'credential/cryptography-library.ts',
    'credential/tree-growth.ts',
    'credential/cosignature.ts',
    'credential/witness-sightings.ts',
    'app/certificate-view/prove-growth.ts',
  ],
)
