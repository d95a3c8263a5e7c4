/** What the tests use of a library that comes without types. */
declare module '@digitalbazaar/eddsa-jcs-2022-cryptosuite' {
  export function createVerifyCryptosuite(): { canonize: (value: unknown) => Promise<string> }
}
