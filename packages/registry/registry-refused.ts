/**
 * The registry will not go on: what it finds contradicts what it signed, or what it is asked
 * must not be done. The message is for the operator and says what to do.
 */
export class RegistryRefused extends Error {
  override name = 'RegistryRefused'
}
